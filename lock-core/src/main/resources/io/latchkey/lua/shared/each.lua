-- Does what several requests ask of locks of one kind, in order, each as if it had come alone.
--
-- KEYS  the keys of each
-- ARGV  1 for each two characters: a to acquire, r to release, and '0' plus the number of its arguments  2.. their arguments
-- Reply for each its own; nothing where it failed: sent by itself, it says why

local function acquire(KEYS, ARGV)
    --@script acquire
end

local function release(KEYS, ARGV)
    --@script release
end

local requests, replies = #ARGV[1] / 2, {}
local width, before, at = #KEYS / requests, 0, 1
for i = 1, requests do
    local verb, count = string.byte(ARGV[1], 2 * i - 1, 2 * i)
    local keys, args = {}, {}
    for j = 1, width do
        keys[j] = KEYS[before + j]
    end
    for j = 1, count - 48 do
        args[j] = ARGV[at + j]
    end
    before, at = before + width, at + count - 48
    local ran, reply = pcall(verb == 97 and acquire or release, keys, args)
    replies[i] = ran and not (type(reply) == 'table' and reply.err) and reply
end
return replies
