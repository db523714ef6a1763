-- Waking those who wait for permits. Needs holders and wake.

-- Wakes those in line for whom there may be permits now. Who wants several may still find too few, so the next is woken too;
-- who wants one finds one.
local function wake_for(permits, line, message, uncounted)
    while permits > 0 do
        local woken = wake_next(line, message, uncounted)
        if not woken then
            return
        end
        if permits_of(woken) == 1 then
            permits = permits - 1
        end
    end
end
