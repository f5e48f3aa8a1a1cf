function open()
  a()
end

function broken(
  x =
end

function close()
  b()
end
