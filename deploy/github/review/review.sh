#!/bin/bash
# A step of action.yml: the review, and what is left of it in $RUNNER_TEMP/ccc-review. The inputs are in the environment,
# so that no text of theirs is read as a command.
set -euo pipefail
results=$RUNNER_TEMP/ccc-review
rm -rf "$results" # of a review before in this job
mkdir "$results"
touch "$results/annotations"

words=(review --base "${BASE:-$PULL_BASE}" --write "json=$results/review.json" --write "sarif=$results/review.sarif"
	--write "markdown=$results/comment.md" --write "github=$results/annotations")
if [ "$TASK" ]; then
	words+=(--task "$TASK")
fi
if [ "$TRUST" = true ]; then
	words+=(--trust)
fi
note=
if [ -z "$API_KEY" ] && { [ -z "$PROVIDER" ] || [ "$HEAD_REPOSITORY" != "$GITHUB_REPOSITORY" ]; }; then
	note='There is no key here, as in a pull request of a fork: only the checks have run, and nobody has reviewed it.'
	words+=(--checks-only)
else
	if [ "$API_KEY" ]; then
		export ANTHROPIC_API_KEY=$API_KEY
	fi
	if [ "$PROVIDER" ]; then
		words+=(--provider "$PROVIDER")
	fi
	if [ "$MAX_COST_USD" ]; then
		words+=(--max-cost-usd "$MAX_COST_USD")
	fi
fi
unset API_KEY

# The log has what checks and reviewers say. GitHub obeys a line such as "::set-output …" there, but not between these
# two, whose word nobody can know.
word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$word"
code=0
ccc "${words[@]}" </dev/null || code=$?
unset ANTHROPIC_API_KEY
echo
echo "::$word::"

if [ "$note" ]; then
	echo "::notice title=ccc review::$note"
fi
sed -n '/^::\(error\|notice\) /p' "$results/annotations" # each finding beside its line
if [ ! -s "$results/comment.md" ]; then # it did not begin
	printf '%s\n' '<!-- ccc review -->' '### ❔ no verdict' '' \
		"ccc has ended with exit code $code; the log of the job says why." >"$results/comment.md"
fi
if [ "$note" ]; then
	printf '\n%s\n' "$note" >>"$results/comment.md"
fi
cat "$results/comment.md" >>"$GITHUB_STEP_SUMMARY"
{
	echo "exit-code=$code"
	if [ -s "$results/review.json" ]; then
		jq -r '"blockers=\(if .failure then "" else .summary.blockers end)\ncost-usd=\(.cost_usd // 0)"' "$results/review.json"
	fi
} >>"$GITHUB_OUTPUT"

if [ "$REQUIRED" = true ]; then
	exit "$code"
fi
