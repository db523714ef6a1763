-- The count of a latch: a number under a key that is gone at zero.

-- What is left to count down, or an error when the key is no count, and so not ours to touch.
local function count_of(key)
    local count = redis.pcall('GET', key)
    if type(count) == 'table' or (count and not tonumber(count)) then
        local kind = redis.call('TYPE', key).ok
        return nil, redis.error_reply('WRONGTYPE the key ' .. key .. ' holds a ' .. kind .. ', not the count of a latch')
    end
    return tonumber(count or 0)
end
