#!/bin/bash
# A step of action.yml: the comment, and the findings for code scanning. What is in $DIRECTORY comes from a job in which
# code of the pull request ran: it is sent as it is, and nothing of it is obeyed.
set -euo pipefail
number=${NUMBER:-$PULL_NUMBER}
place=repos/$GITHUB_REPOSITORY

mark='<!-- ccc review -->'
body=$RUNNER_TEMP/ccc-comment.md
{
	echo "$mark"
	sed '1{/^<!-- ccc review -->$/d}' "$DIRECTORY/comment.md"
} | head -c 61440 | { iconv -c -f UTF-8 -t UTF-8 || true; } >"$body" # GitHub takes 65536 characters
gh api --paginate "$place/issues/$number/comments?per_page=100" >"$RUNNER_TEMP/ccc-comments.json"
id=$(jq -r --arg author "$AUTHOR" --arg mark "$mark" '.[] |
	select(.user.login == $author and (.body | startswith($mark))) | .id' "$RUNNER_TEMP/ccc-comments.json" | sed -n 1p)
if [ "$id" ]; then
	gh api --method PATCH "$place/issues/comments/$id" -F "body=@$body" --jq .html_url
else
	gh api --method POST "$place/issues/$number/comments" -F "body=@$body" --jq .html_url
fi

if [ "$SARIF" = true ] && [ -s "$DIRECTORY/review.sarif" ]; then
	gzip -c "$DIRECTORY/review.sarif" | base64 -w0 >"$RUNNER_TEMP/ccc-sarif"
	gh api --method POST "$place/code-scanning/sarifs" -f "commit_sha=$HEAD_SHA" -f "ref=refs/pull/$number/head" \
		-F "sarif=@$RUNNER_TEMP/ccc-sarif" --jq .id ||
		echo '::notice title=ccc review::Not in code scanning: the repository has none, or the token may not write it.'
fi
