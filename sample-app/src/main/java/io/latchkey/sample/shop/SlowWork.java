package io.latchkey.sample.shop;

/** What takes a while and happens elsewhere: a payment, packing a parcel, a walk through the warehouse. */
@FunctionalInterface
public interface SlowWork {

    /**
     * Returns when it is done.
     *
     * @throws java.util.concurrent.CancellationException when the thread was interrupted
     */
    void takeAWhile();
}
