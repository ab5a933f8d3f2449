# Compares what racecheck and ThreadSanitizer say about a generated program with its answers.
#
#   awk -f compare.awk ANSWERS FINDINGS VERDICTS RACES
#
# ANSWERS is what the generator wrote, FINDINGS the output of racecheck, VERDICTS that of
# --dump=verdicts, RACES the output of tsan.awk.  ANSWERS has
#
#   cell N IDIOM MUTATION ALARM REASONS NAME...   a use of an idiom; MUTATION `ok': it does not race; ALARM
#                    `alarm': false alarms are known; REASONS: verdicts that are right for `ok'; NAMEs of
#                    what is shared
#   lines N FILE FROM TO     its code
#   culprit N FILE:LINE      an access that races with culprits and partners
#   partner N FILE:LINE      an access that may race with culprits
#   access N FILE:LINE       an access that does not race
#
# Prints one line per cell and result: RESULT N IDIOM MUTATION [DETAIL...].  Results of cells that race:
#
#   found      reported, at the right lines
#   missed     nothing is reported
#   misplaced  something is reported, but not the two accesses that race
#   misnamed   the right accesses, but the finding names other memory
#
# of those that do not: quiet, alarm, reason (no verdict is one of REASONS, or one is not decided); of all:
# extra (a finding that is wrong besides the right one), seen (ThreadSanitizer saw the race), unplanted (it saw
# another one: the generator is wrong, or racecheck), reused (it saw one between an access of a planted race and
# another cell, with which it has no memory in common: what was freed too early has been allocated again).  Where
# false alarms are known, alarm, misplaced and extra become known-alarm and so on.

function number_of(place,   file, line, k)
{
  file = place; sub(/:[0-9]*$/, "", file)
  line = place; sub(/^.*:/, "", line)
  for (k = 1; k <= n_ranges; k++)
    if (range_file[k] == file && line + 0 >= range_from[k] && line + 0 <= range_to[k])
      return range_cell[k]
  return 0
}

function is_of_program(place)
{
  sub(/:[0-9]*$/, "", place)
  return place in is_file
}

# `main.c:12' of `../x/main.c:12:3: note: ...'
function place_of(text,   p)
{
  match(text, /^[^: ]*:[0-9]*/)
  p = substr(text, RSTART, RLENGTH)
  sub(/^.*\//, "", p)
  return p
}

function is_planted(cell, a, b)
{
  if ((cell, a) in role && (cell, b) in role)
    return role[cell, a] != "access" && role[cell, b] != "access" &&
      (role[cell, a] == "culprit" || role[cell, b] == "culprit")
  return 0
}

function takes_part(cell, place)
{
  return mutation[cell] != "ok" && (cell, place) in role && role[cell, place] != "access"
}

function names_it(cell, text,   k, n, word)
{
  n = split(names[cell], word, " ")
  if (!n)
    return 1
  gsub(/[^A-Za-z0-9_]+/, " ", text)
  for (k = 1; k <= n; k++)
    if (index(" " text " ", " " word[k] " "))
      return 1
  return 0
}

# What was tried out in all orders is ordered, whatever orders it.
function is_reason(cell, word, verdict)
{
  return index("," reasons[cell] ",", "," word ",") || (word == "ordered" && verdict ~ /[[ ]schedule[],]/)
}

function result(what, cell, detail)
{
  print what, cell, idiom[cell], mutation[cell], detail
}

function finding_ends(   cell, other)
{
  if (warning == "")
    return
  cell = number_of(pair[1])
  other = number_of(pair[2])
  if (!cell || !other) # one in a function that all cells use
    cell = other = cell + other
  if (!cell || !other || cell != other) {
    print "alarm", 0, "skeleton", "ok", warning " at " pair[1] " and " pair[2] \
      " (cells " cell ", " other ")"
  } else if (mutation[cell] != "ok" && is_planted(cell, pair[1], pair[2])) {
    right[cell]++
    named[cell] += names_it(cell, warning)
    about[cell] = warning
  } else
    wrong[cell] = wrong[cell] "; " warning " at " pair[1] " and " pair[2]
  warning = ""
}

FILENAME != file { file = FILENAME; part++ }

part == 1 && $1 == "cell" {
  n_cells++
  cell_at[n_cells] = $2
  idiom[$2] = $3
  mutation[$2] = $4
  known[$2] = $5
  reasons[$2] = $6
  for (k = 7; k <= NF; k++)
    names[$2] = names[$2] " " $k
}
part == 1 && $1 == "lines" {
  n_ranges++
  range_cell[n_ranges] = $2
  range_file[n_ranges] = $3
  is_file[$3] = 1
  range_from[n_ranges] = $4
  range_to[n_ranges] = $5
}
part == 1 && /^(culprit|partner|access) / { role[$2, $3] = $1 }

part == 2 && / warning: (possible )?data race on / {
  finding_ends()
  warning = $0
  sub(/^.* data race on /, "", warning)
  sub(/ \[-Wrace\]$/, "", warning)
  n_pair = 0
  pair[1] = pair[2] = ""
}
part == 2 && / note: (read|written|updated|freed) here/ {
  p = place_of($0)
  if (n_pair < 2)
    pair[++n_pair] = p
  # `updated here' twice by two threads is one note
  if (n_pair == 1)
    pair[2] = p
}

part == 3 && /: [a-z-]*( |$)/ {
  where = $0
  sub(/: [a-z-]*( .*)?$/, "", where)
  word = substr($0, length(where) + 3)
  sub(/ .*/, "", word)
  for (k = 1; k <= n_cells; k++) {
    cell = cell_at[k]
    if (names[cell] != "" && mutation[cell] == "ok" && names_it(cell, where)) {
      verdicts[cell] = verdicts[cell] " " word
      if (is_reason(cell, word, $0))
        reasoned[cell] = 1
      if (word == "not") # decided
        undecided[cell] = 1
    }
  }
}

# What functions of the library do with memory of their own is not looked at.
part == 4 && is_of_program($1) && is_of_program($2) {
  cell = number_of($1)
  other = number_of($2)
  if (!cell || !other)
    cell = other = cell + other
  if (cell && cell == other && mutation[cell] != "ok" && is_planted(cell, $1, $2))
    seen[cell] = 1
  else if (cell && other && cell != other && (takes_part(cell, $1) || takes_part(other, $2)))
    result("reused", takes_part(cell, $1) ? cell : other, $1 " " $2)
  else
    print "unplanted", cell + 0, cell ? idiom[cell] : "skeleton", cell ? mutation[cell] : "ok", $1, $2
}

END {
  finding_ends()
  for (k = 1; k <= n_cells; k++) {
    cell = cell_at[k]
    if (mutation[cell] != "ok") {
      if (right[cell]) {
        result(named[cell] ? "found" : "misnamed", cell, named[cell] ? "" : about[cell])
        if (wrong[cell] != "")
          result((known[cell] == "alarm" ? "known-" : "") "extra", cell, substr(wrong[cell], 3))
      } else
        result(wrong[cell] == "" ? "missed" : (known[cell] == "alarm" ? "known-" : "") "misplaced", cell,
          substr(wrong[cell], 3))
      if (seen[cell])
        result("seen", cell, "")
    } else if (wrong[cell] != "")
      result(known[cell] == "alarm" ? "known-alarm" : "alarm", cell, substr(wrong[cell], 3))
    else {
      result("quiet", cell, "")
      if (reasons[cell] != "-" && verdicts[cell] != "" && (!reasoned[cell] || undecided[cell]))
        result("reason", cell, "is" verdicts[cell] ", not " reasons[cell])
    }
  }
}
