/**
 * Reads the products of a supplier in one of these ways, as a process of its own, and sends its cost.
 *
 * Arguments  the way, the address of the supplier
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createOctoProvider } from '@booking-service/octo-provider';

/** The cost of one reading. */
export interface Cost {
  /** The CPU time of the longest turn of the event loop. */
  readonly turn_ms: number;
  readonly cpu_ms: number;
  /** The growth of the resident memory up to its peak. */
  readonly peak_mb: number;
}

const [way = '', url = ''] = process.argv.slice(2);
const provider = createOctoProvider({
  name: 'tours',
  baseUrl: url,
  token: 'token',
  timeoutSeconds: 120,
  // Each search reads again.
  productsMaxAgeSeconds: 0.001,
});
const search = () => provider.searchVenues({ limit: 1 }, { organization_id: 'org_bench', livemode: false });
const parse = async () => (await fetch(`${url}/products/`)).json();

if (way === 'unchanged') await search();
process.send?.(await costOf(way === 'plain' ? parse : search));

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const before = process.memoryUsage.rss();
  const begun = cpuTime_ms();
  const state = { isDone: false };
  const done = work().finally(() => {
    state.isDone = true;
  });
  let turn_ms = 0;
  for (let last = begun; !state.isDone;) {
    await nextTurn();
    const now = cpuTime_ms();
    turn_ms = Math.max(turn_ms, now - last);
    last = now;
  }
  await done;
  const cpu_ms = cpuTime_ms() - begun;
  // maxRSS is in KiB.
  const peak_mb = (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
  return { turn_ms, cpu_ms, peak_mb };
}

/** Of this thread. Turns in which it only waits cost nothing. */
function cpuTime_ms(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
