-- Takes a waiter that gave up out of the line.
--
-- KEYS  1 count  2 line  3 guard  4 operations
-- ARGV  1 owner  2 process  3 acquisition number  4 ticket or ''
-- Reply 1

redis.call('ZREM', KEYS[2], ARGV[4])
return 1
