const { FUZZ_SEED: seed, FUZZ_RUNS: runs } = process.env;

/**
 * The parameters of a fuzz test. FUZZ_RUNS sets the number of its cases. FUZZ_SEED selects other ones (scripts/programs/seed-properties.ts).
 * fast-check prints the seed and the smallest failing case.
 */
export function fuzzRuns(numRuns: number): { readonly numRuns: number } {
  return { numRuns: Number(runs ?? numRuns) };
}

/** True if this run has the default cases, whose coverage is checked. */
export const isDefaultRun: boolean = seed === undefined && runs === undefined;
