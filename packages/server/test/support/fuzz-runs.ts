const { FUZZ_SEED: seed, FUZZ_RUNS: runs } = process.env;

/**
 * The parameters of a fuzz test: by default the same cases each time. FUZZ_SEED selects other cases, and FUZZ_RUNS sets their number.
 * fast-check prints the seed and the smallest failing case.
 */
export function fuzzRuns(numRuns: number): { readonly seed: number; readonly numRuns: number } {
  return { seed: Number(seed ?? 20_261_121), numRuns: Number(runs ?? numRuns) };
}

/** Whether this run has the default cases, whose coverage is checked. */
export const isDefaultRun: boolean = seed === undefined && runs === undefined;
