#!/bin/bash
# A step of action.yml: Claude Code and ccc from npm, for the steps after it. CLAUDE_VERSION and CCC_VERSION are theirs.
set -euo pipefail
npm install --global --prefix "$RUNNER_TEMP/ccc-programs" --no-audit --no-fund --no-update-notifier \
	"@anthropic-ai/claude-code@$CLAUDE_VERSION" "ccc-supervisor@$CCC_VERSION"
echo "$RUNNER_TEMP/ccc-programs/bin" >>"$GITHUB_PATH"
