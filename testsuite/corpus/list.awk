# One line for each finding of a report in JSON:
#
#   PROGRAM|FINGERPRINT|KIND|LOCATION|FILE:LINE of the first access|FILE:LINE of the second
#
# KIND is definite, possible, or the rule of another kind of finding; FILE is without folder.  A report that
# was not finished is `PROGRAM|unfinished'.

function value(line)
{
  sub(/^ *"[a-z]*":"?/, "", line)
  sub(/"?,?$/, "", line)
  gsub(/\\"/, "\"", line)
  return line
}

function place(line,   file)
{
  match(line, /"file":"[^"]*"/)
  file = substr(line, RSTART + 8, RLENGTH - 9)
  sub(/^.*\//, "", file)
  match(line, /"line":[0-9]+/)
  return file ":" substr(line, RSTART + 7, RLENGTH - 7)
}

function flush()
{
  if (fingerprint != "")
    print program "|" fingerprint "|" (rule != "race" ? rule : possible == "true" ? "possible" : "definite") "|" location "|" at[1] "|" at[2]
  fingerprint = at[1] = at[2] = ""
}

/^"unfinished"$/ { print program "|unfinished" }
/^   "fingerprint":/ { flush(); fingerprint = value($0) }
/^   "rule":/ { rule = value($0) }
/^   "possible":/ { possible = value($0) }
/^   "message":/ { location = value($0); sub(/^.*data race on /, "", location); gsub(/[|]/, "/", location) }
/^   "[a-z]*":\[/ { in_accesses = /"accesses"/; n = 0 }
/^    \{"file"/ && in_accesses && n < 2 { at[++n] = place($0); if (n == 1) at[2] = at[1] }
END { flush() }
