const { FUZZ_SEED: seed, FUZZ_RUNS: runs } = process.env;

/**
 * How a fuzz test plays: the same cases each time. FUZZ_SEED plays others, FUZZ_RUNS more or fewer of them; fast-check
 * prints the seed and the smallest case with a failure.
 */
export function fuzzRuns(numRuns: number): { readonly seed: number; readonly numRuns: number } {
  return { seed: Number(seed ?? 20_261_121), numRuns: Number(runs ?? numRuns) };
}

/** Whether the cases are those of every day, of which it is known what they cover. */
export const isUsualRun: boolean = seed === undefined && runs === undefined;
