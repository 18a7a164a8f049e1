/**
 * A vitest reporter that says at the end of the run through Prism what became of all calls, and fails a run in which
 * Prism judged none.
 */
import type { Reporter, TestModule } from 'vitest/node';
import type { PrismCounts } from './route-calls.ts';

export default class CountExchanges implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const [what, count] of Object.entries((module.meta() as { prism?: PrismCounts }).prism ?? {})) {
        counts.set(what, (counts.get(what) ?? 0) + count);
      }
    }
    const judged = counts.get('judged') ?? 0;
    if (judged === 0) process.exitCode = 1;
    const line = `prism: ${judged} exchanges judged, ${counts.get('violations') ?? 0} violations`;
    const rest = [...counts].filter(([what]) => what !== 'judged' && what !== 'violations');
    process.once('exit', () => {
      process.stdout.write([...rest.map(([what, count]) => `${count} ${what}`).toSorted(), line, ''].join('\n'));
    });
  }
}
