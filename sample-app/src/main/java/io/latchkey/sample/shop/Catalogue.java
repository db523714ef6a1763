package io.latchkey.sample.shop;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedReadWriteLock;
import org.springframework.stereotype.Service;

/** With a read-write lock: many browse at the same time, and nobody while somebody restocks. */
@Service
public class Catalogue {

    private final NamedReadWriteLock lock;
    private final Shelf shelf;

    Catalogue(Locks locks, Shelf shelf) {
        this.lock = locks.readWrite("catalogue");
        this.shelf = shelf;
    }

    /** Whether what they saw made sense. */
    public boolean browse(Visitor reader) throws InterruptedException {
        try (Lease reading = lock.readLock().acquire(Visitor.PATIENCE)) {
            return shelf.read(reader);
        }
    }

    public boolean restock(Visitor clerk) throws InterruptedException {
        try (Lease writing = lock.writeLock().acquire(Visitor.PATIENCE)) {
            return shelf.restock(clerk);
        }
    }
}
