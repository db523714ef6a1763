-- How many keys are asked about in one command; Lua takes no more than some thousands.
local FEW = 1000
