#!/usr/bin/env bash
# What does an observer cost who has none? Instructions (valgrind's count) of the same queries, from the source as it is
# and from a copy without the lines that call the observer or tell a test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=${CARGO_TARGET_DIR:-$PWD/target}/watching
mkdir -p "$target"

bare=$target/bare
rm -rf "$bare"
mkdir -p "$bare/benches"
cp -r Cargo.toml Cargo.lock src "$bare"
cp -r benches/watching "$bare/benches"
for bench in benches/*.rs; do : >"$bare/$bench"; done
# Every call of a hook is a statement on a line of its own.
hook='^ *(self|probe|search)\.observer\.[a-z]+\(.*\);$|^ *tests\.test\(.*\);$'
find "$bare/src" -name '*.rs' -not -path '*/trace/*' -exec sed -i -E "/$hook/d" {} +
echo "hooks taken out: $(grep -rhE "$hook" --include='*.rs' --exclude-dir=trace src | wc -l)"

build() { # build SOURCE NAME
    cargo build --quiet --release --manifest-path "$1/benches/watching/Cargo.toml" --target-dir "$target/$2" 2>/dev/null
}
build . with
build "$bare" without

count() { # count NAME QUESTION
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$target/$1/release/watching" "$2" 2>&1 |
        sed -nE 's/.*Collected : ([0-9]+).*/\1/p'
}
printf '%-14s%14s%14s%10s\n' query with without ratio
base=$(count with none)
for question in verdict-2d distance-2d contact-2d verdict-3d distance-3d contact-3d; do
    with=$(($(count with $question) - base))
    without=$(($(count without $question) - base))
    printf '%-14s%14d%14d%10s\n' $question $((with / 4000)) $((without / 4000)) "$(awk "BEGIN{printf \"%.4f\", $with/$without}")"
done
