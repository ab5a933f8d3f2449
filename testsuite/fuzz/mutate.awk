# Changes one line of a C program, as the seed says.
#
#   awk -v seed=N -v change=FILE [-v kinds="KIND..."] [-v keep=1] -f mutate.awk SOURCE > MUTANT
#
# FILE gets what was done, and the line; for a lock also the line of its unlock.  The kinds:
#
#   delete   a statement is deleted
#   pair     a lock and the next unlock after it are deleted
#   swap     a statement changes place with the next one
#   early    an unlock moves up by one statement
#   other    the lock of another statement is taken and released instead
#   number   a number changes by one
#   join     a join is deleted
#
# The mutant has one statement per line; with keep=1 all lines stay where they are.

BEGIN {
  srand(seed)
  rand()
}

# One statement per line.
function add(line)
{
  if (line !~ /^[ \t]*$/ || n_text == 0)
    text[++n_text] = line
}

{
  if (!keep)
    sub(/\/\*.*\*\/[ \t]*$/, "")
  if (keep || /^[ \t]*(#|\/\*|\*)/ || /\\$/ || /\/\*|\*\//) {
    text[++n_text] = $0
    next
  }
  start = 1
  quoted = ""
  for (k = 1; k <= length($0); k++) {
    c = substr($0, k, 1)
    if (quoted != "") {
      if (c == "\\")
        k++
      else if (c == quoted)
        quoted = ""
    } else if (c == "\"" || c == "\047")
      quoted = c
    else if (c == "(")
      depth++
    else if (c == ")")
      depth--
    else if (depth == 0 && c == ";" && substr($0, k + 1) ~ /[^ \t]/) {
      add((start > 1 ? "  " : "") substr($0, start, k - start + 1))
      start = k + 1
    } else if (depth == 0 && c == "{" && substr($0, k + 1) ~ /;/ && substr($0, start, k - start) !~ /=/) {
      add((start > 1 ? "  " : "") substr($0, start, k - start + 1))
      start = k + 1
    } else if (depth == 0 && c == "}" && substr($0, start, k - start) ~ /^[ \t]*$/ && start > 1) {
      add("}")
      start = k + 1
    }
  }
  add((start > 1 ? "  " : "") substr($0, start))
}

function is_statement(line)
{
  return line ~ /;[ \t]*(\/\*.*\*\/)?[ \t]*$/ && line ~ /^[ \t]/ && line !~ /^[ \t]*(return|for|while|case|default|break|goto|continue|typedef|extern|struct [a-z_]* \{)/ && line !~ /^[ \t]*\}/
}

# What is called there; text in quotes tells nothing.
function code_of(line)
{
  gsub(/"([^"\\]|\\.)*"/, "", line)
  return tolower(line)
}

function is_lock(line,   code)
{
  code = code_of(line)
  return code ~ /(^|[^b])lock[a-z_0-9]* *\(|^ *l \(/ && code !~ /unlock|init|destroy/ && is_statement(line)
}

function is_unlock(line) { return code_of(line) ~ /unlock[a-z_0-9]* *\(|^ *u \(/ && is_statement(line) }

# The next unlock after it in the function, on the same depth; 0: none.
function unlock_after(at,   k)
{
  for (k = at + 1; k <= n_text && text[k] !~ /^}/; k++)
    if (is_unlock(text[k]) && indent(text[k]) <= indent(text[at]))
      return k
  return 0
}

function indent(line)
{
  match(line, /^[ \t]*/)
  return RLENGTH
}

# What stands in the parentheses of `lock (...);', if it is one name or path.
function argument(line)
{
  if (!match(line, /\([^()]*\);/))
    return ""
  return substr(line, RSTART + 1, RLENGTH - 3)
}

# The function that is called there.
function callee(line)
{
  sub(/[ \t]*\([^()]*\);.*/, "", line)
  sub(/^.*[^A-Za-z_0-9]/, "", line)
  return line
}

# Locks that the same function takes elsewhere, by name.
function find_others(at,   k)
{
  n_others = 0
  for (k = 1; k <= n_text && argument(text[at]) != ""; k++)
    if (is_lock(text[k]) && argument(text[k]) ~ /^&?[a-z_A-Z0-9]+$/ && argument(text[k]) != argument(text[at]) &&
        callee(text[k]) == callee(text[at]))
      others[++n_others] = argument(text[k])
  return n_others
}

function choose(n) { return 1 + int(rand() * n) }

function collect(kind,   k)
{
  n_of = 0
  for (k = 1; k <= n_text; k++) {
    if (kind == "delete" && is_statement(text[k]) && text[k] ~ /[(=+-]/ ||
        kind == "pair" && is_lock(text[k]) && unlock_after(k) ||
        kind == "other" && is_lock(text[k]) && unlock_after(k) && find_others(k) ||
        kind == "swap" && is_statement(text[k]) && is_statement(text[k + 1]) && text[k] ~ /[(=+-]/ ||
        kind == "early" && is_unlock(text[k]) && is_statement(text[k - 1]) && text[k - 1] !~ /lock/ ||
        kind == "number" && is_statement(text[k]) && text[k] ~ /[^A-Za-z_0-9"][0-9]+[^0-9A-Za-z_"]/ ||
        kind == "join" && text[k] ~ /_join/ && is_statement(text[k]))
      of[++n_of] = k
  }
}

END {
  if (!kinds)
    kinds = "delete pair swap early number join other delete pair"
  n_kinds = split(kinds, kind_at, " ")
  for (tries = 0; tries < 20; tries++) {
    kind = kind_at[choose(n_kinds)]
    collect(kind)
    if (n_of)
      break
  }
  if (n_of) {
    at = of[choose(n_of)]
    end = ""
    if (kind == "delete" || kind == "join")
      text[at] = ";"
    else if (kind == "pair") {
      end = unlock_after(at)
      text[at] = text[end] = ";"
    } else if (kind == "other") {
      end = unlock_after(at)
      find_others(at)
      t = others[choose(n_others)]
      gsub(/&/, "\\\\&", t) # which stands for what is replaced
      sub(/\([^()]*\);/, "(" t ");", text[at])
      sub(/\([^()]*\);/, "(" t ");", text[end])
    } else if (kind == "swap") {
      t = text[at]; text[at] = text[at + 1]; text[at + 1] = t
    } else if (kind == "early") {
      t = text[at]; text[at] = text[at - 1]; text[at - 1] = t
    } else if (kind == "number") {
      match(text[at], /[^A-Za-z_0-9"][0-9]+[^0-9A-Za-z_"]/)
      number = substr(text[at], RSTART + 1, RLENGTH - 2)
      text[at] = substr(text[at], 1, RSTART) (number + (rand() < 0.5 && number > 0 ? -1 : 1)) \
        substr(text[at], RSTART + RLENGTH - 1)
    }
    print kind, at (end ? " " end : "") > change
  }
  for (k = 1; k <= n_text; k++)
    print text[k]
}
