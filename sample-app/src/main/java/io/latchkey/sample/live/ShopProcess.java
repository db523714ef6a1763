package io.latchkey.sample.live;

/** One of the processes that share the shop. */
public record ShopProcess(String id, long pid, int port) {}
