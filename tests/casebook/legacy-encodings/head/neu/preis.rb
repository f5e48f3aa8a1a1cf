def kühler_preis(x)
  x * 3 # täglich
end

def zahlen(x)
  x - 1
end
