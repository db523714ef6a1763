package io.latchkey.spring.test.shop;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class ShopApplication {}
