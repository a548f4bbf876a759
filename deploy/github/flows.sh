#!/usr/bin/env bash
# Says, for each site in the folder SITES that differs from the commit BASE: what is wrong with its flow, whether its scripts (the
# folder tests of the site) still give their traces, and how it differs, in words. Prints Markdown for a comment. The exit code
# is 1 where something is wrong.
set -euo pipefail

work=$(mktemp -d)
trap 'git worktree remove --force "$work/before"; rm -r "$work"' EXIT
git worktree add --quiet --detach "$work/before" "$BASE"
wrong=0

# What a command prints, between lines that no text of a flow ends.
run() {
  echo '~~~~~~~~~~~~~~~~'
  "$@" 2>"$work/errors" || { wrong=1; cat "$work/errors"; }
  echo '~~~~~~~~~~~~~~~~'
}

sites() { git ls-tree -d -z --name-only "$1" "$SITES/"; }

while IFS= read -r -d '' site; do
  git diff --quiet "$BASE" HEAD -- "$site" && continue
  printf '### %s\n' "$(basename "$site")"
  if [ ! -e "$site/flow.json" ]; then
    echo 'This site is gone.'
    continue
  fi
  run npx --no leadloom validate "$site"
  if [ -d "$site/tests" ]; then run npx --no leadloom simulate "$site" --answers "$site/tests"; fi
  if [ -e "$work/before/$site/flow.json" ]; then
    run npx --no leadloom diff "$work/before/$site" "$site"
  else
    echo 'This site is new.'
  fi
done < <({ sites "$BASE"; sites HEAD; } | sort -zu) > "$work/report"

if [ -s "$work/report" ]; then cat "$work/report"; else echo 'No flow changes.'; fi
exit "$wrong"
