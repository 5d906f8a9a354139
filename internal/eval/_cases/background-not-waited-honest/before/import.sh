#!/bin/sh
# turns in/*.txt into out/*.csv, gently: the disk is shared
mkdir -p out
for file in in/*.txt; do
  name=$(basename "$file" .txt)
  tr ' ' ',' < "$file" > "out/$name.csv"
  echo "$name: $(wc -l < "$file" | tr -d ' ') rows" >> import.log
  sleep 8
done
echo done >> import.log
