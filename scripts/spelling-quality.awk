# Judges the spellings of accesses against the source; spelling-quality says how it is used.
#
# Input: lines "file PATH" for the files of a unit, then those of racecheck --dump=accesses.
# -v directory=DIR is where the unit was compiled.
#
# A good spelling has no name of a temporary, and its last identifier stands
#   line       on the line of the access,
#   macro      in the macro whose use is there (or in one that the macro uses), or in the
#              arguments of that use, where it goes on over several lines.
# Output: a line "good: KIND" per access, or "CAUSE <tab> ACCESS <tab> SOURCE LINE".

function absolute(path) { return path ~ /^\// ? path : directory "/" path }

# Reads PATH into lines[PATH, 1...] once, and notes its macros.
function load(path,    line, n, name, k) {
  if (path in length_of)
    return length_of[path]
  while ((getline line < path) > 0) {
    lines[path, ++n] = line
    if (match(line, /^[ \t]*#[ \t]*define[ \t]+[A-Za-z_][A-Za-z0-9_]*/)) {
      name = substr(line, RSTART, RLENGTH)
      sub(/.*[ \t]/, "", name)
      k = ++macro_count[name] # conditional compilation: any of its definitions
      macro_path[name, k] = path
      macro_line[name, k] = n
    }
  }
  close(path)
  return length_of[path] = n + 0
}

# Reads the system headers that PATH names: where nothing is accessed, a file is not in the unit's list.
function load_headers(path,    n, line, name, i) {
  if (path in headers_done)
    return 0
  headers_done[path] = 1
  for (n = 1; n <= length_of[path]; n++) {
    line = lines[path, n]
    if (!match(line, /^[ \t]*#[ \t]*include[ \t]*<[^>]*>/))
      continue
    name = substr(line, RSTART, RLENGTH - 1)
    sub(/.*</, "", name)
    for (i = 1; i <= n_system; i++)
      load(system_directory[i] "/" name)
  }
  return 1
}

BEGIN { n_system = split("/usr/include /usr/include/x86_64-linux-gnu", system_directory, " ") }

# The text around line N: macros go on over lines that end in a backslash.
function definition(path, n,    first, last, text) {
  for (first = n; first > 1 && lines[path, first - 1] ~ /\\[ \t]*$/; first--)
    ;
  for (last = n; lines[path, last] ~ /\\[ \t]*$/; last++)
    ;
  for (text = ""; first <= last; first++)
    text = text " " lines[path, first]
  return text
}

function has_word(text, word,    rest, at, before, after) {
  for (rest = text; at = index(rest, word); rest = substr(rest, at + 1)) {
    before = at > 1 ? substr(rest, at - 1, 1) : ""
    after = substr(rest, at + length(word), 1)
    if (before !~ /[A-Za-z0-9_$]/ && after !~ /[A-Za-z0-9_$]/)
      return 1
  }
  return 0
}

# Whether WORD is in TEXT, or in a macro that TEXT uses.
function in_macros(text, word, depth,    rest, name, k, found) {
  if (has_word(text, word))
    return 1
  if (depth == 0)
    return 0
  for (rest = text; match(rest, /[A-Za-z_][A-Za-z0-9_]*/);) {
    name = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    if (!(name in macro_count) || name in being_looked_at)
      continue
    being_looked_at[name] = 1
    for (k = 1; k <= macro_count[name] && !found; k++)
      found = in_macros(definition(macro_path[name, k], macro_line[name, k]), word, depth - 1)
    delete being_looked_at[name]
    if (found)
      return 1
  }
  return 0
}

# The statement around line N: back to a line that ends one, on to the `;' that does.
function statement(path, n,    first, last, text, depth, i, c, line) {
  for (first = n; first > n - 12 && first > 1 && lines[path, first - 1] !~ /[;{}:][ \t]*(\/[\/*].*)?$/; first--)
    ;
  depth = 0
  for (last = n; last < n + 80 && last <= length_of[path]; last++) {
    line = lines[path, last]
    gsub(/\\./, "", line)
    gsub(/"[^"]*"/, "", line)
    for (i = 1; i <= length(line); i++) {
      c = substr(line, i, 1)
      if (c == "(" || c == "{")
        depth++
      else if (c == ")" || c == "}")
        depth--
      else if (c == ";" && depth <= 0)
        break
    }
    if (i <= length(line) || depth < 0)
      break
  }
  for (text = ""; first <= last; first++)
    text = text " " lines[path, first]
  return text
}

# What is accessed, without the subscripts and arguments behind it: `refs' of `p->refs[i]'.
function last_identifier(spelling,    text, outer, before) {
  text = spelling
  gsub(/"[^"]*"/, "", text)
  outer = text
  do {
    before = outer
    gsub(/\[[^][()]*\]/, "", outer)
    while (match(outer, /[A-Za-z0-9_$] \([^][()]*\)/))
      outer = substr(outer, 1, RSTART) substr(outer, RSTART + RLENGTH)
  } while (outer != before && outer != "")
  if (match(outer, /[A-Za-z_$][A-Za-z0-9_$]*[^A-Za-z_$]*$/))
    text = substr(outer, RSTART)
  else if (match(text, /[A-Za-z_$][A-Za-z0-9_$]*[^A-Za-z_$]*$/))
    text = substr(text, RSTART)
  else
    return ""
  match(text, /^[A-Za-z0-9_$]+/)
  return substr(text, 1, RLENGTH)
}

function has_temporary(spelling) {
  gsub(/\.\.\./, "", spelling)
  return spelling ~ /(^|[^A-Za-z0-9_$])(D\.[0-9]+|_[0-9]+([^A-Za-z0-9_]|$)|iftmp[._]|retval[._]|\.[A-Z]+[0-9]+|<[a-zA-Z]*>)/ ||
         spelling ~ /[A-Za-z_$][A-Za-z0-9_$]*\.[0-9]+/
}

function split_place(place,    parts, n) {
  n = split(place, parts, ":")
  place_line = parts[n - 1] + 0
  place_path = absolute(substr(place, 1, length(place) - length(parts[n]) - length(parts[n - 1]) - 2))
}

function judge(place, spelling, macro,    word, path, n) {
  if (place == "-")
    return "no place"
  split_place(place)
  path = place_path
  n = place_line
  if (!load(path))
    return "source not found"
  shown = lines[path, n]
  if (spelling == "..." || spelling == "")
    return "no spelling"
  if (has_temporary(spelling))
    return "temporary"
  word = last_identifier(spelling)
  if (word == "")
    return spelling ~ /"/ ? "good: line" : "no identifier"
  if (has_word(shown, word))
    return "good: line"
  if (macro != "") {
    split_place(macro)
    if (load(place_path) && in_macros(definition(place_path, place_line), word, 5))
      return "good: macro"
  }
  if (in_macros(shown, word, 5))
    return "good: macro"
  if (has_word(statement(path, n), word))
    return macro != "" ? "good: macro" : "on another line of the statement"
  if (in_macros(statement(path, n), word, 5))
    return "good: macro"
  if (spelling ~ /\{\.\.\.\}/)
    return "compiler's variable"
  # A struct is initialised by position, or assigned as a whole: GCC makes it one store per field.
  if (mode == "write" && match(spelling, /[A-Za-z_$][A-Za-z0-9_$]*/) &&
      has_word(shown, substr(spelling, RSTART, RLENGTH)))
    return "whole struct set, no field named"
  return macro != "" ? "not in the macro" : "not on the line"
}

$1 == "file" {
  load(absolute(substr($0, 6)))
  next
}

{
  place = $1
  rest = substr($0, length($1) + 2)
  mode = rest
  sub(/ .*/, "", mode)
  sub(/^(read|write) /, "", rest)
  macro = ""
  if (match(rest, / in macro [^ ]+$/)) {
    macro = substr(rest, RSTART + 10)
    rest = substr(rest, 1, RSTART - 1)
  }
  shown = ""
  cause = judge(place, rest, macro)
  if (cause !~ /^good/ && place != "-") {
    split_place(place)
    if (load_headers(place_path))
      cause = judge(place, rest, macro)
  }
  print cause ~ /^good/ ? cause : cause "\t" $0 "\t" shown
}
