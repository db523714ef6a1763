-- How many permits are taken. Needs holders.
local function taken(holders, now)
    local more = more_permits(holders)
    if more > 0 then
        for _, owner in ipairs(redis.call('ZRANGEBYSCORE', holders, 0, now)) do
            more = more - permits_of(owner) + 1
        end
    end
    return count_holders(holders, now) + more
end
