-- The channel that a process listens on, <prefix>wake:<process>. The prefix is that of the key in the message, '<kind> <key>'.
local function channel_of(process, message)
    return string.match(message, '^%a+ ([^{]*)') .. 'wake:' .. process
end

-- Has the process of a holder ask whether it still holds the lock, as it was opened by force.
local function tell_forced(owner, message)
    local process = string.match(owner, '^[^:]+')
    redis.call('PUBLISH', channel_of(process, message), 'forced ' .. message)
end
