/** True if every benchmark does the least that still runs all of its code. Processes that a benchmark starts inherit the variable. */
export const isSmoke: boolean = process.env['BENCH_SMOKE'] === '1';

/** Returns how much a benchmark does: `small` in a smoke run. */
export function amount(full: number, small: number): number {
  return isSmoke ? small : full;
}
