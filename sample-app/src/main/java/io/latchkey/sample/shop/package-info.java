/** The shop: one small service for each way to lock, and the shelves, tills and warehouses they guard. */
@NullMarked
package io.latchkey.sample.shop;

import org.jspecify.annotations.NullMarked;
