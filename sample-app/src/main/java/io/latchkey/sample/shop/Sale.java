package io.latchkey.sample.shop;

/** One way to sell the items of the flash sale. */
public interface Sale {

    /** Whether the buyer got one. */
    boolean buy(Visitor buyer) throws InterruptedException;
}
