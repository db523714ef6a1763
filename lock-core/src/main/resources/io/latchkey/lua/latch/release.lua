-- Ends a waiter's passage; nothing is held.
--
-- KEYS  1 count  2 line  3 guard  4 operations
-- Reply 1

return 1
