# Makes the manual page racecheck-models(5) from analysis/models/README.models, which is the only place
# where the rows are explained.  -v version=VERSION
BEGIN {
  print ".TH RACECHECK-MODELS 5 \"\" \"racecheck " version "\" \"File Formats\""
  print ".SH NAME"
  print "racecheck-models \\- what functions do, for racecheck"
  print ".SH DESCRIPTION"
}
function escape(line) {
  gsub(/\\/, "\\e", line)
  gsub(/-/, "\\-", line)
  gsub(/^['.]/, "\\\\\\&&", line)
  return line
}
function end_example() {
  if (example)
    print ".EE"
  example = 0
}
{ sub(/^# ?/, "") }
NR == 1 { next }
/^[A-Z]+$/ {
  end_example()
  print ".SH " $0
  started = 0
  next
}
/^ *$/ {
  gap = 1
  next
}
/^  / {
  if (!example)
    print ".PP\n.EX"
  else if (gap)
    print ""
  example = started = 1
  gap = 0
  print escape($0)
  next
}
{

  end_example()
  if (gap && started)
    print ".PP"
  started = 1
  gap = 0
  print escape($0)
}
END {
  end_example()
  print ".SH SEE ALSO"
  print ".BR racecheck (1)"
}
