-- Answers for waiters that were let through and are slow to go on: nothing is held, so nothing is lost.
--
-- KEYS  the counts, once for each waiter
-- ARGV  1 time to live, ms  2.. the owner of each
-- Reply 1

return 1
