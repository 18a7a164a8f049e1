/**
 * Counts the files of the server and the kernel that run while a booking is created, by V8's precise coverage: those with a function that is
 * called between the request and its response. The write thread of the embedded store is not counted, and neither are tests and the
 * tools for tests, such as the movable clock.
 *
 * @module-tag slow
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { baseEngines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const packages = fileURLToPath(new URL('../../../', import.meta.url));
const counted = ['kernel/src/', 'server/src/'];
/** 29 files were measured on either engine. A timer of the process can add one. Lower a bound when files are merged. */
const maxFiles = { sqlite: 30, postgres: 30 };

it.each(baseEngines)('a create on %s runs few files', async (engine) => {
  await using world = await openWorldOn(engine);
  const create = () => world.call('POST', '/v1/bookings', { body: newBooking() });
  // The first create fills caches and opens connections.
  expect(await create()).toMatchObject({ status: 201 });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // Taking the coverage sets the counts to zero.
  await session.post('Profiler.takePreciseCoverage');
  expect(await create()).toMatchObject({ status: 201 });
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();

  const called = result.filter(({ functions }) =>
    functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
  );
  const paths = called.map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url));
  const files = paths
    .filter((path) => path.startsWith(packages) && !/testing|\.test\.ts$/.test(path))
    .map((path) => path.slice(packages.length).replaceAll('\\', '/'))
    .filter((path) => counted.some((folder) => path.startsWith(folder)));
  const found = [...new Set(files)].toSorted();
  expect(found.length, `${found.length} files ran:\n${found.join('\n')}`).toBeLessThanOrEqual(maxFiles[engine]);
});
