-- Sets before to last where that is greater; each is a token or false.
-- Numbers without leading zeros compare as texts do, once the longer is known to be greater.
if last and (not before or #last > #before or (#last == #before and last > before)) then
    before = last
end
