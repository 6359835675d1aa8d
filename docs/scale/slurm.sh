#!/bin/bash
#SBATCH --job-name=sok
#SBATCH --array=1-1000%64
#SBATCH --cpus-per-task=1
#SBATCH --mem=3G
#SBATCH --time=12:00:00
#SBATCH --requeue
# One file of the list levels.txt for each task: sbatch slurm.sh
# A task that is requeued, or submitted again, searches only what it had not finished.
set -u

file=$(sed -n "${SLURM_ARRAY_TASK_ID}p" levels.txt)
[ -n "$file" ] || exit 0
out=out/$SLURM_ARRAY_TASK_ID.jsonl
mkdir -p out cache
[ ! -e "$out" ] || exit 0

# A folder of results for each task: locks do not hold on every network file system.
export SOK_CACHE=$PWD/cache/$SLURM_ARRAY_TASK_ID
sok solve --output jsonl --jobs 1 --time-limit 60 --memory-limit 2048 "$file" >"$out.part"
# 0: all are solved, 1: some are not. Both are results.
[ $? -le 1 ] && mv "$out.part" "$out"
