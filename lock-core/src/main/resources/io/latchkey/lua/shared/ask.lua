-- What a command says of a key, or nil when somebody put something there that is no lock. Every other error ends the script.
local function ask(command, key, argument)
    local answer = redis.pcall(command, key, argument)
    if type(answer) ~= 'table' then
        return answer
    end
    if not string.find(answer.err, 'WRONGTYPE', 1, true) then
        -- Fails as before, in the server's own words.
        redis.call(command, key, argument)
    end
end
