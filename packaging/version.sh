#!/bin/sh
# Pins what others take from deploy/ to a version of ccc: version.sh 1.2.3. It changes the files of the clone that it is
# called in; the actions, the workflows and their page name the same version then.
set -eu
version=${1#v}
echo "$version" | grep -Eqx '[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?' ||
	{ echo "usage: make version VERSION=1.2.3" >&2; exit 2; }
for file in deploy/github/*.yml deploy/github/*/*.yml docs/guides/github.md; do
	sed -i.make-version "
		s|\(/ccc/deploy/github[/a-z]*\)@v[0-9][0-9A-Za-z.-]*|\1@v$version|
		s|ccc-supervisor@[0-9][0-9A-Za-z.-]*|ccc-supervisor@$version|
		/^  ccc-version:/,/default:/s|default: .*|default: $version|
		s|\(.ccc-version., .language. . .[0-9.]*., .\)[0-9][0-9A-Za-z.-]*|\1$version|" "$file"
	rm "$file.make-version"
done
