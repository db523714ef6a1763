-- Sets token to the first of a new run. Needs before, the last one that was given out, or false, and time, what TIME says.
-- Numbers without leading zeros compare as texts do, once the longer is known to be greater.
token = time[1] .. string.sub('00000' .. time[2], -6)
if before and (#before > #token or (#before == #token and before >= token)) then
    token = string.format('%.0f', before + 1)
end
