/**
 * A vitest reporter for the run through Prism. At the end it prints how many exchanges Prism judged and how many requests
 * bypassed it. The run fails if Prism judged none.
 */
import type { Reporter, TestModule } from 'vitest/node';
import type { PrismCounts } from './route-calls.ts';

export default class CountExchanges implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const [name, count] of Object.entries((module.meta() as { prism?: PrismCounts }).prism ?? {})) {
        counts.set(name, (counts.get(name) ?? 0) + count);
      }
    }
    const judged = counts.get('judged') ?? 0;
    if (judged === 0) process.exitCode = 1;
    const line = `prism: ${judged} exchanges judged, ${counts.get('violations') ?? 0} violations`;
    const rest = [...counts].filter(([name]) => name !== 'judged' && name !== 'violations');
    process.once('exit', () => {
      process.stdout.write([...rest.map(([name, count]) => `${count} ${name}`).toSorted(), line, ''].join('\n'));
    });
  }
}
