# Compares the messages of gcc and racecheck with the directives in the sources of a test.
#
#   awk -f dg.awk -v messages=FILE -v status=N -v base=NAME SOURCE...
#
# Prints one line per problem, and one that starts with XFAIL per known one.  Nothing is printed
# when all is as it should be.
#
# Directives stand in comments; several may stand on one line.  REGEXP is awk's; \" is a quote.
#
#   dg-warning "REGEXP" [PLACE] [xfail "REASON"]   a warning (or error) must be there
#   dg-message "REGEXP" [PLACE] [xfail "REASON"]   a note must be there
#   dg-bogus "REGEXP" [PLACE] [xfail "REASON"]     no message like this may be there
#   dg-output "REGEXP" [xfail "REASON"]            some line of the output must match
#   dg-exit-status N                               of racecheck; default 0
#   dg-options, dg-racecheck-options, dg-additional-sources, dg-additional-files "...", dg-do link:
#                                                  for testsuite/run
#
# PLACE is a line of the same file, N, or relative to the directive, +N, -N; 0: a message without a
# place.  Default: the line of the directive.  Each message satisfies at most one directive, and a
# warning that satisfies none is a failure.  With xfail the opposite is what happens today: the
# warning is missing (false negative) or there (dg-bogus, false alarm).  When that changes the test
# fails, so that the xfail is taken out.  Braces around a directive, as in GCC's tests, are ignored.

function problem(text)
{
  print text
}

# Cuts the next token off `rest': sets token, quoted.
function next_token(   n)
{
  sub(/^[ \t{}]+/, "", rest)
  quoted = 0
  if (rest == "" || rest ~ /^\*\// || rest ~ /^dg-/)
    return 0
  if (match(rest, /^"([^"\\]|\\.)*"/)) {
    quoted = 1
    token = substr(rest, 2, RLENGTH - 2)
    gsub(/\\"/, "\"", token)
  } else if (match(rest, /^[^ \t{}"]+/)) {
    token = substr(rest, 1, RLENGTH)
  } else
    return 0
  rest = substr(rest, RLENGTH + 1)
  return 1
}

function where()
{
  return FILENAME ":" FNR
}

function read_directive(kind,   reason_next, have_pattern, d)
{
  d = n_directives + 1
  d_kind[d] = kind
  d_file[d] = FILENAME
  d_line[d] = FNR
  d_where[d] = where()
  d_pattern[d] = d_xfail[d] = ""
  reason_next = have_pattern = 0
  while (next_token()) {
    if (quoted && reason_next) {
      d_xfail[d] = token
      reason_next = 0
    } else if (quoted && !have_pattern) {
      d_pattern[d] = token
      have_pattern = 1
    } else if (!quoted && token == "xfail")
      reason_next = 1
    else if (!quoted && token ~ /^\.?[-+][0-9]+$/) {
      sub(/^\./, "", token)
      d_line[d] = FNR + token
    } else if (!quoted && token ~ /^[0-9]+$/)
      d_line[d] = token + 0
    else if (!quoted)
      problem(where() ": what is `" token "' in " kind "?")
  }
  if (reason_next)
    problem(where() ": xfail without a reason")
  if (have_pattern)
    n_directives = d
  else
    problem(where() ": " kind " without a regular expression")
}

/dg-[a-z]/ {
  rest = $0
  while (match(rest, /dg-[a-z-]+/)) {
    kind = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    if (kind == "dg-warning" || kind == "dg-message" || kind == "dg-bogus" || kind == "dg-output")
      read_directive(kind)
    else if (kind == "dg-exit-status") {
      next_token()
      expected_status = token + 0
      any_other = 1
    } else if (kind == "dg-options" || kind == "dg-racecheck-options" \
               || kind == "dg-additional-sources" || kind == "dg-additional-files" \
               || kind == "dg-do")
      next_token()
    else
      problem(where() ": unknown directive " kind)
  }
}

# A message: file:line:col: kind: text, or program: kind: text.
function read_message(line,   head, parts, n)
{
  if (!match(line, /: (warning|error|fatal error|note|sorry, unimplemented): /))
    return
  n_messages++
  m_text[n_messages] = substr(line, RSTART + RLENGTH)
  m_kind[n_messages] = substr(line, RSTART + 2, RLENGTH - 4)
  m_whole[n_messages] = line
  head = substr(line, 1, RSTART - 1)
  n = split(head, parts, ":")
  m_file[n_messages] = parts[1]
  m_line[n_messages] = n > 1 ? parts[2] + 0 : 0
}

function fits(d, m)
{
  if (d_kind[d] == "dg-warning" && m_kind[m] == "note")
    return 0
  if (d_kind[d] == "dg-message" && m_kind[m] != "note")
    return 0
  if (d_line[d] != m_line[m] || (d_line[d] && d_file[d] != m_file[m]))
    return 0
  return m_text[m] ~ d_pattern[d]
}

# Finds a message for directive d, moving those of others if they can have another: so that the
# order of directives does not matter.
function assign(d,   m)
{
  for (m = 1; m <= n_messages; m++) {
    if (tried[m] || !fits(d, m))
      continue
    tried[m] = 1
    if (!owner[m] || assign(owner[m])) {
      owner[m] = d
      return 1
    }
  }
  return 0
}

function forget_tries(   m)
{
  for (m = 1; m <= n_messages; m++)
    tried[m] = 0
}

function place(d)
{
  return d_file[d] ":" d_line[d] ": \"" d_pattern[d] "\""
}

function judge(d, there)
{
  if (d_kind[d] == "dg-bogus")
    there = !there
  if (there && d_xfail[d] == "")
    return
  if (there)
    problem(d_where[d] ": XPASS, " d_kind[d] " " place(d) " is met: take out the xfail (" \
            d_xfail[d] ")")
  else if (d_xfail[d] != "")
    problem("XFAIL " d_where[d] ": " d_kind[d] " \"" d_pattern[d] "\": " d_xfail[d])
  else if (d_kind[d] == "dg-bogus")
    problem(d_where[d] ": there is a message like " place(d))
  else
    problem(d_where[d] ": no " substr(d_kind[d], 4) " like " place(d))
}

function judge_output(d,   i, there)
{
  for (i = 1; i <= n_lines; i++)
    if (lines[i] ~ d_pattern[d])
      there = 1
  judge(d, there)
}

END {
  while ((getline line < messages) > 0) {
    lines[++n_lines] = line
    read_message(line)
  }
  if (status != expected_status + 0)
    problem("exit status " status " instead of " expected_status + 0)
  if (!n_directives && !any_other && base !~ /-ok$/)
    problem(base ": no directive, and not named NAME-ok")
  for (d = 1; d <= n_directives; d++) {
    if (base ~ /-ok$/ && d_kind[d] == "dg-warning" && d_xfail[d] == "")
      problem(d_where[d] ": a program named -ok cannot expect a warning")
    if (d_kind[d] == "dg-output") {
      judge_output(d)
      continue
    }
    if (d_kind[d] == "dg-bogus")
      continue
    forget_tries()
    found[d] = assign(d)
  }
  for (d = 1; d <= n_directives; d++)
    if (d_kind[d] == "dg-warning" || d_kind[d] == "dg-message")
      judge(d, found[d])
  # What must not be there: also a message that another directive wanted.
  for (d = 1; d <= n_directives; d++)
    if (d_kind[d] == "dg-bogus") {
      there = 0
      for (m = 1; m <= n_messages; m++)
        if (fits(d, m)) {
          there = 1
          if (d_xfail[d] != "" && !owner[m])
            owner[m] = d
        }
      judge(d, there)
    }
  for (m = 1; m <= n_messages; m++)
    if (!owner[m] && m_kind[m] != "note")
      problem("not expected: " m_whole[m])
}
