-- Fencing tokens. They follow the clock, so they also grow when all data is lost; where the clock went back, the guard knows
-- of one that was given out. Its time to live follows the same clock, so it is there for as long as the clock is behind
-- the tokens given out. A lock that ends by its time to live needs no guard, the clock is then past its token.

local TOKENS_PER_RUN = 128

-- The first token of a new run, greater than any that the run before it may have given out; before is the first token of
-- that, or false. The time is what TIME says.
local function next_token(before, time)
    local least = before and tonumber(before) + TOKENS_PER_RUN
    if least and least > time[1] * 1000000 + time[2] then
        return string.format('%.0f', least)
    end
    return time[1] .. string.sub('00000' .. time[2], -6)
end
