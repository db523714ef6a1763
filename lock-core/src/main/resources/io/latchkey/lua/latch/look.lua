-- Tells the count.
--
-- KEYS  1 count
-- Reply {count}

--@include count

local left, foreign = count_of(KEYS[1])
return foreign or {left}
