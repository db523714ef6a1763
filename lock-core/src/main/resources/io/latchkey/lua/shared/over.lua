-- Sets over to whether the acquisition has ended. Needs number, its own, and ended, that of the last one of its process that did, or false.
-- Numbers without leading zeros compare as texts do, once the longer is known to be greater; to read one takes as long as a small command.
local over = ended and (#ended > #number or (#ended == #number and ended >= number))
