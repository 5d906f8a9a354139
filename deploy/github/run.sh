#!/bin/bash
# A step of action.yml: the task, and what is left of it in $RUNNER_TEMP/ccc-results. The inputs are in the environment,
# so that no text of theirs is read as a command.
set -euo pipefail
results=$RUNNER_TEMP/ccc-results
rm -rf "$results" # of the task before in this job
mkdir "$results"

if [ "$API_KEY" ]; then
	export ANTHROPIC_API_KEY=$API_KEY
fi
unset API_KEY
began=$(git rev-parse HEAD 2>/dev/null) || began=""

words=(--output-format json)
if [ "$TRUST" = true ]; then
	words+=(--trust)
fi
if [ "$PLAN" ]; then
	words=(run "${words[@]}" --task "$NUMBER")
	if [ "$MAX_COST_USD" ]; then
		words+=(--max-cost-usd "$MAX_COST_USD")
	fi
	words+=("$PLAN")
else
	words=(--supervisor "${words[@]}")
fi
if [ "$PROVIDER" ]; then
	words+=("$PROVIDER")
fi
while IFS= read -r word; do
	if [ "$word" ]; then
		words+=("$word")
	fi
done <<<"$ARGUMENTS"

# The log has what the agent says. GitHub obeys a line such as "::set-output …" there, but not between these two, whose
# word nobody can know.
word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$word"
code=0
if [ "$PROVIDER" ]; then # ccc takes a name that it does not know for the beginning of the task
	ccc provider show "$PROVIDER" >/dev/null || code=$?
fi
if [ "$code" = 0 ]; then
	ccc "${words[@]}" <<<"$TASK" >"$results/result.json" || code=$?
fi
unset ANTHROPIC_API_KEY

# The agent can write into result.json while ccc runs, by /proc: the exit code is ccc's own, and has the last word.
node - "$results/result.json" "$code" >>"$GITHUB_OUTPUT" <<'script'
const fs = require("fs");
let outcome = { outcome: "error", retryable: false, session_id: "", cost_usd: 0 };
try {
  outcome = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
  if (outcome.outcome === "completed" && process.argv[3] !== "0") {
    outcome.outcome = "error";
    fs.writeFileSync(process.argv[2], JSON.stringify(outcome) + "\n");
  }
} catch {
  // it did not begin
}
const task = (outcome.tasks ?? []).find((task) => task.session_id); // of ccc run
const told = { session_id: task?.session_id ?? "", ...outcome, exit_code: process.argv[3] };
for (const name of ["outcome", "exit_code", "retryable", "session_id", "cost_usd"]) {
  console.log(`${name.replace("_", "-")}=${String(told[name]).replace(/\s/g, " ")}`);
}
script

session=$(sed -n 's/^session-id=//p' "$GITHUB_OUTPUT")
if [ "$session" ]; then
	ccc report "$session" >"$results/report.html"
	ccc report --format markdown "$session" >"$results/comment.md"
fi
if [ "$began" ]; then
	export GIT_INDEX_FILE=$RUNNER_TEMP/ccc-index # the tree's own stays as the agent left it
	git read-tree "$began"
	git add --all
	if [ "$PLAN" ]; then # tick by tick, or the second task's pull request would conflict with the first one's
		git --literal-pathspecs diff --cached --unified=0 "$began" -- "$PLAN" >"$results/tick.patch" || true
		git --literal-pathspecs restore --staged --source="$began" -- "$PLAN" || true # it may be outside
	fi
	git diff --cached --binary "$began" >"$results/changes.patch"
	unset GIT_INDEX_FILE
fi
echo
echo "::$word::"

if [ -s "$results/comment.md" ]; then
	cat "$results/comment.md" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"
