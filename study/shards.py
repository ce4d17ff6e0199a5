#!/usr/bin/env python3
"""Runs the parts of a study as tasks of Dask (dask.distributed), and merges them into what one run would have given.

    shards.py --shards 100 --out study -- --samples 1000000 --scalars f32,f64      # on this machine
    shards.py --shards 100 --out study --cluster tcp://scheduler:8786 -- ...       # on a cluster whose workers share the folder

What stands behind -- is for `gjk precision`. A part that is there is not run again, so what was ended is taken up by the same command;
the parts of a worker that is lost are run by the others. Needs `pip install "dask[distributed]"`.
"""

import argparse
import os
import shutil
import subprocess
import uuid
from pathlib import Path

from distributed import Client, LocalCluster, as_completed


def run(gjk, options, part, parts, folder):
    """Runs a part. Its folder has its name only when it is whole: a worker may be lost at any time."""
    done = Path(folder, f"part-{part}")
    if not done.exists():
        begun = Path(folder, f".part-{part}-{uuid.uuid4().hex}")
        shard = ["--jobs", "1", "--shard", f"{part}/{parts}", "--out", str(begun)]
        subprocess.run([gjk, "precision", *options, *shard], check=True, stdout=subprocess.DEVNULL)
        try:
            begun.rename(done)
        except OSError:  # The worker that was thought lost has been as quick.
            shutil.rmtree(begun)
    return str(done)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gjk", default="gjk", help="the program, where the workers find it")
    parser.add_argument("--shards", type=int, required=True, help="how many parts")
    parser.add_argument("--out", required=True, help="the folder of the whole; the parts are in its folder parts")
    parser.add_argument("--cluster", help="the address of a scheduler; without it, one worker a processor here")
    parser.add_argument("options", nargs="*", help="for gjk precision")
    given = parser.parse_args()
    folder = Path(given.out, "parts").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    cluster = given.cluster or LocalCluster(n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        task = lambda part: client.submit(run, given.gjk, given.options, part, given.shards, str(folder), pure=False)
        for count, done in enumerate(as_completed([task(part + 1) for part in range(given.shards)]), 1):
            print(f"{done.result()}: {count} of {given.shards}", flush=True)
    parts = [str(folder / f"part-{part + 1}") for part in range(given.shards)]
    subprocess.run([given.gjk, "precision", "merge", *parts, "--out", given.out], check=True)


if __name__ == "__main__":
    main()
