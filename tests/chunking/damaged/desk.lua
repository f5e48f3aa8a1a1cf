function open()
  a()
end

function broken(
  local x =
end

function close()
  b()
end
