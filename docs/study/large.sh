#!/usr/bin/env bash
# large.sh [PAIRS [GJK]]: makes docs/study/large, the study whose tables docs/precision.md shows: PAIRS (10⁶ without it) in each sweep and
# dimension, in `f32` and `f64`, by parts of 500. What was ended is taken up again by the same command, for the same commit. GJK is the
# program; without it, it is compiled for speed. CONTRIBUTING.md says how the tables are renewed after that.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
pairs=${1:-1000000} gjk=${2-} kept=docs/study/large
target=${CARGO_TARGET_DIR:-$PWD/target}
if [[ -z $gjk ]]; then
    cargo build --release --locked -p gjk-cli --features precision --config profile.release.opt-level=3
    gjk=$target/release/gjk
fi
parts=$((pairs > 500 ? pairs / 500 : 1))
# Of the last change of what computes.
sources=(src crates/gjk-question crates/gjk-study Cargo.lock)
commit=$(git log -1 --abbrev=12 --format=%h -- "${sources[@]}")$(git diff --quiet HEAD -- "${sources[@]}" || echo -dirty)
made=$target/study-$pairs-$commit
mkdir -p "$made"
study() {
    "$gjk" precision --samples "$pairs" --scalars f32,f64 --cases ours --jobs 1 "$@" >/dev/null
}
export gjk pairs made parts
export -f study
run() {
    [[ -e $made/part-$1 ]] && return
    study --shard "$1/$parts" --out "$made/.part-$1"
    # Reports of parts are not needed.
    rm "$made/.part-$1"/{report.*,worst.jsonl,rows.csv,datapackage.json}
    mv "$made/.part-$1" "$made/part-$1"
}
export -f run
seq "$parts" | xargs -P "${JOBS:-$(nproc)}" -I {} bash -euc 'run {}'
"$gjk" precision merge "$made"/part-* --out "$made/whole" >/dev/null

mkdir -p $kept
cp "$made"/whole/{report.md,datapackage.json,times.csv} $kept/
for file in cells.jsonl rows.csv worst.jsonl report.html times.html provenance.json; do
    gzip -9nc "$made/whole/$file" >"$kept/$file.gz"
done
# What another run of the first part has to give, byte for byte: its first line, and its last one, which has the checksum of all.
sed -n '1p;$p' "$made/part-1/cells.jsonl" >$kept/part.jsonl
printf '%s pairs in each sweep and dimension, made by `docs/study/large.sh %s` of commit %s.\n' "$pairs" "$pairs" "$commit" >$kept/README.md
du -sh $kept
