-- Fencing tokens. They follow the clock, so they also grow when all data is lost; where the clock went back, the guard knows
-- the last one that was given out. Its time to live follows the same clock, so it is there for as long as the clock is behind
-- the tokens given out. A lock that ends by its time to live needs no guard, the clock is then past its tokens.

local TOKENS_PER_RUN = 256

-- The last token that a run gave out: as its process says, or else may have.
local function last_token(first, told)
    if told and told ~= '0' then
        return told
    end
    return string.format('%.0f', first + TOKENS_PER_RUN - 1)
end

-- The first token of a new run; before is the last one that was given out, or false. The time is what TIME says.
local function next_token(before, time)
    local token
    --@include newtoken
    return token
end
