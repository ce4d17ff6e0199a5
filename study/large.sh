#!/usr/bin/env bash
# large.sh [PAIRS [GJK]]: makes the studies that docs/precision.md shows. study/large is of ours in `f32` and `f64`: PAIRS (10⁶ without
# it) in each sweep and dimension. study/ways is of all ways, and of parry, in space: 10 000 pairs in each sweep, or PAIRS if these are
# fewer. study/splits is of the splits between `f32` and `f64`, over the distance from the origin and the scale: 100 000 pairs, or PAIRS if
# these are fewer. All are made by parts: what was ended is taken up again by the same command, for the same commit. GJK is the program;
# without it, it is compiled for speed, and to unwind, since parry panics on some pairs. CONTRIBUTING.md says how the page is renewed after
# that.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
pairs=${1:-1000000} gjk=${2-}
target=${CARGO_TARGET_DIR:-$PWD/target}
if [[ -z $gjk ]]; then
    cargo build --release --locked -p gjk-cli --features parry --config profile.release.opt-level=3 --config 'profile.release.panic="unwind"'
    gjk=$target/release/gjk
fi
# Of the last change of what computes.
sources=(src crates/gjk-question crates/gjk-study Cargo.lock)
commit=$(git log -1 --abbrev=12 --format=%h -- "${sources[@]}")$(git diff --quiet HEAD -- "${sources[@]}" || echo -dirty)
run() {
    [[ -e $made/part-$1 ]] && return
    "$gjk" precision "${@:2}" --jobs 1 --shard "$1/$parts" --out "$made/.part-$1" >/dev/null
    # Reports of parts are not needed.
    rm "$made/.part-$1"/{report.*,worst.jsonl,rows.csv,datapackage.json}
    mv "$made/.part-$1" "$made/part-$1"
}
export -f run
# NAME PAIRS OPTIONS...: makes study/NAME.
study() {
    local name=$1 file
    export gjk made=$target/study-$1-$2-$commit parts=$(($2 > 200 ? $2 / 200 : 1))
    kept=study/$name
    mkdir -p "$made" "$kept"
    seq "$parts" | xargs -P "${JOBS:-$(nproc)}" -I {} bash -euc 'run "$@"' - {} --samples "${@:2}"
    "$gjk" precision merge "$made"/part-* --out "$made/whole" >/dev/null
    cp "$made"/whole/{report.md,datapackage.json,times.csv} "$kept/"
    for file in rows.csv report.html times.html provenance.json; do
        gzip -9nc "$made/whole/$file" >"$kept/$file.gz"
    done
    printf '%s pairs in each sweep%s, made by `study/large.sh %s` of commit %s.\n' "$2" "$about" "$pairs" "$commit" >"$kept/README.md"
}
about=' and dimension' study large "$pairs" --scalars f32,f64 --cases ours
gzip -9nc "$made/whole/worst.jsonl" >"$kept/worst.jsonl.gz"
# What another run of the first part has to give, byte for byte: its first line, and its last one, which has the checksum of all.
sed -n '1p;$p' "$made/part-1/cells.jsonl" >"$kept/part.jsonl"
about=', in space' study ways $((pairs < 10000 ? pairs : 10000)) --scalars f32,f64 --dims 3 \
    --sweep gap,scale,offset,posed,slenderness,angle,vertices,start,shapes,curved
about=' and dimension, in the plane and in space' study splits "$((pairs < 100000 ? pairs : 100000))" --scalars f32,f64-places,f32-shapes,f64 \
    --cases ours --dims 2,3 --sweep offset,posed,scale
du -sh study/{large,ways,splits}
