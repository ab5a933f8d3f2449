# Makes the completion of bash for racecheck from analysis/options.def.  Values are offered where the help
# lists them after a colon; FILE is completed as a file.
function offer(name, argument, help,  values) {
  options = options " --" name (argument == "" ? "" : "=")
  if (argument ~ /FILE/)
    cases = cases "  --" name "=*) _filedir_of \"$word\" ;;\n"
  else if (argument != "" && match(help, /: [a-z]+(, [a-z-]+)+( or [a-z-]+)?$/)) {
    values = substr(help, RSTART + 2)
    gsub(/,| or/, "", values)
    cases = cases "  --" name "=*) COMPREPLY=($(compgen -W '" values "' -- \"${word#*=}\")) ;;\n"
  } else if (argument != "" && argument == tolower(argument))
    cases = cases "  --" name "=*) COMPREPLY=($(compgen -W '" argument "' -- \"${word#*=}\")) ;;\n"
}
/^OPTION \(/ { row = "" }
/^OPTION \(/, /\)$/ {
  row = row $0
  if (/\)$/) {
    gsub(/"[ \t]+"/, "", row) # strings that C puts together
    n = split(row, part, "\"")
    if (part[3] ~ /NULL/)
      offer(part[2], "", part[4])
    else
      offer(part[2], part[4], part[6])
  }
}
END {
  print "# Completion of racecheck; made from its table of options."
  print "_filedir_of() { COMPREPLY=($(compgen -f -- \"${1#*=}\")); }"
  print "_racecheck() {"
  print "  local word=$2"
  print "  # --name=value is several words to bash"
  print "  if [ \"$word\" = = ] || [ \"${COMP_WORDS[COMP_CWORD - 1]}\" = = ]; then"
  print "    local i=$((COMP_CWORD - 1))"
  print "    [ \"$word\" = = ] && word= || i=$((i - 1))"
  print "    word=${COMP_WORDS[i]}=$word"
  print "  fi"
  print "  case $word in"
  printf "%s", cases
  print "  -*)"
  print "    COMPREPLY=($(compgen -W '" substr(options, 2) "' -- \"$word\"))"
  print "    [ ${#COMPREPLY[@]} -ne 1 ] || [ \"${COMPREPLY[0]%=}\" = \"${COMPREPLY[0]}\" ] || compopt -o nospace"
  print "    ;;"
  print "  *) COMPREPLY=($(compgen -f -- \"$word\")) ;;"
  print "  esac"
  print "}"
  print "complete -o filenames -F _racecheck racecheck"
}
