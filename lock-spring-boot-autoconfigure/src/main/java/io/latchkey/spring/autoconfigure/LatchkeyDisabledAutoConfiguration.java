package io.latchkey.spring.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Tells the operator when Latchkey is switched off. */
@AutoConfiguration
@ConditionalOnLatchkeyEnabled(false)
public final class LatchkeyDisabledAutoConfiguration {

    @Bean
    DisabledNotice latchkeyDisabledNotice() {
        return new DisabledNotice();
    }
}
