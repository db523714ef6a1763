package io.latchkey.spi;

/**
 * A place in the line of a lock. It keeps its arrival when it is put in line again, so being woken in vain costs no
 * place, and it has a name of its own, so giving it up cannot take a newer one of the same process away.
 *
 * @param owner the attempt that first asked for the place
 * @param arrival by the backend's clock; 0 while unknown
 */
public record Ticket(Owner owner, long arrival) {

    public static Ticket of(Owner owner) {
        return new Ticket(owner, 0);
    }

    public Ticket arrived(long arrival) {
        return new Ticket(owner, arrival);
    }
}
