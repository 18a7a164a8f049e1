/**
 * Counts the files of the server and the kernel that run while a booking is created, by V8's precise coverage: those with a function that is
 * called between the request and its response. The process has timers of its own and of other tests' stores, so only the files of each of
 * five creates count. The write thread of the embedded store is not counted, and neither are generated files, tests and
 * the tools for tests, such as the movable clock, and the provider behind HTTP, with which a world checks the calls of the port.
 *
 * @module-tag slow
 */
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { expect, it } from 'vitest';
import { baseEngines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const packages = new URL('../../../', import.meta.url).href;
const counted = ['kernel/src/', 'server/src/'];
/** Lower a bound when files are merged. */
const maxFiles = { sqlite: 30, postgres: 30 };
const creates = 5;

it.each(baseEngines)('a create on %s runs few files', async (engine) => {
  await using world = await openWorldOn(engine);
  const create = () => world.call('POST', '/v1/bookings', { body: newBooking() });
  // The first create fills caches and opens connections.
  expect(await create()).toMatchObject({ status: 201 });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const seen: Set<string>[] = [];
  for (let n = 0; n < creates; n += 1) {
    // Taking the coverage sets the counts to zero.
    await session.post('Profiler.takePreciseCoverage');
    expect(await create()).toMatchObject({ status: 201 });
    const { result } = await session.post('Profiler.takePreciseCoverage');
    seen.push(new Set(result.filter(wasCalled).map(({ url }) => url)));
  }
  session.disconnect();

  const [first = new Set<string>(), ...others] = seen;
  const found = [...first]
    .filter((url) => others.every((urls) => urls.has(url)))
    .filter((url) => url.startsWith(packages) && !/testing|generated|\/http-provider\.ts$|\.test\.ts$/.test(url))
    .map((url) => url.slice(packages.length))
    .filter((path) => counted.some((folder) => path.startsWith(folder)))
    .toSorted();
  expect(found.length, `${found.length} files ran:\n${found.join('\n')}`).toBeLessThanOrEqual(maxFiles[engine]);
});

function wasCalled({ functions }: Profiler.ScriptCoverage): boolean {
  return functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
}
