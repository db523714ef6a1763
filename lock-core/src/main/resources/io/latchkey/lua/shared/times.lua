-- How long the end of an acquisition is remembered, in milliseconds: longer than a request can be late.
local GUARD_TIME = 5000
