package io.latchkey.spi;

/** A clock that only moves forward, so that no jump of the wall clock can lengthen or end a lease. */
@FunctionalInterface
public interface Ticker {

    Ticker SYSTEM = System::nanoTime;

    long nanoTime();
}
