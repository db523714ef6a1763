package io.latchkey.sample.tickets;

/**
 * A ticket that was sold.
 *
 * @param till who sold it
 * @param fencingToken of the lease under which it was sold; 0 without a lock
 */
record Ticket(String till, long fencingToken) {}
