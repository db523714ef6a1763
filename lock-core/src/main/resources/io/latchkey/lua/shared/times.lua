-- How long the end of an acquisition is remembered at the least, in milliseconds: longer than a request can be late. What has less
-- left is given twice the time, so that not every release has to.
local GUARD_TIME = 5000
