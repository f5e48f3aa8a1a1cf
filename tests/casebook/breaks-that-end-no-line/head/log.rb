# onetwo
# 
SEP = "ab"

def rows(text)
  text.split("")
end

def row(text)
  text.strip
end
