-- The channel that a process listens on, <prefix>wake:<process>. The prefix is that of the key in the message, '<kind> <key>'.
local function channel_of(process, message)
    return string.match(message, '^%a+ ([^{]*)') .. 'wake:' .. process
end
