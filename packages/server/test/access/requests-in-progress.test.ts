/** The requests of one organization that are served at the same time (LIM-7, LIM-9). */
import { once } from 'node:events';
import { limits } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
// @boundaries-ignore a private part of the kernel
import { maxInProgress } from '../../../kernel/src/http/authenticate.ts';
import { openWorld } from '../../src/testing.ts';
import { engines, makePostgresDatabase, openWorldOn } from '../support/engines.ts';
import { eventually } from '../support/processes/server-process.ts';
import { openRaw, toRequest } from '../support/raw/raw-http.ts';

const path = '/v1/availability/search';
const body = { venue_id: 'ven_harbour_table', date: '2026-11-21', party_size: 2 };

describe.each(engines)('%s', (engine) => {
  it('LIM-7 LIM-2: refuses one request more than the share, and serves the next when one has ended', async () => {
    await using world = await openWorldOn(engine, { organization: { rate_limit: 1_000_000 } });
    const other = await world.addOrganization();
    const text = JSON.stringify(body);
    const headers = [
      `Authorization: Bearer ${world.organization.keys.live}`,
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
    ];
    const sockets = Array.from({ length: maxInProgress }, () => openRaw(world.url));
    // The last byte of each body is missing.
    for (const socket of sockets) socket.write(toRequest(`POST ${path}`, { headers, body: text.slice(0, -1) }));

    const refused = await eventually(
      () => world.call('POST', path, { body }),
      ({ status }) => status === 429,
    );
    expect(refused.body).toMatchObject({ error: 'rate_limited' });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('ratelimit-limit')).toBe('1000000');
    expect((await world.call('POST', path, { key: other.keys.test, body })).status).toBe(200);

    const [first, ...others] = sockets;
    first?.write(text.slice(-1));
    if (first) await once(first, 'data');
    expect((await world.call('POST', path, { body })).status).toBe(200);
    // A request that its caller gave up has ended too.
    for (const socket of others) socket.destroy();
    first?.destroy();
    await eventually(
      () => Promise.all(Array.from({ length: maxInProgress }, () => world.call('POST', path, { body }))),
      (responses) => responses.every(({ status }) => status === 200),
    );
  });
});

it('LIM-9: serves a share of the reads of one organization at the same time', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  await using world = await openWorld({ store });
  const other = await world.addOrganization();
  const read = (key: string) => world.call('GET', '/v1/bookings', { key });
  await read(world.organization.keys.test);
  // Every read of bookings waits for this table.
  const table = await database.hold('LOCK TABLE bookings');
  const share = limits.reads.in_progress;
  const reads = Array.from({ length: share }, () => read(world.organization.keys.test));
  await database.untilWaiting(share);
  const refused = await read(world.organization.keys.live);
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.headers.get('ratelimit-remaining')).toBe(String(3000 - share - 2));
  const others = read(other.keys.test);
  await database.untilWaiting(share + 1);
  await table.release();
  expect((await Promise.all([...reads, others])).map(({ status }) => status)).toEqual(Array(share + 1).fill(200));
  expect((await read(world.organization.keys.live)).status).toBe(200);
});

it('SHR-1: a flood with one key leaves connections to PostgreSQL for the other keys', async () => {
  await using database = await makePostgresDatabase({ tables: true });
  await using store = await database.open();
  await using world = await openWorld({ store });
  const other = await world.addOrganization();
  await world.call('POST', path, { body });
  // Every count of A's requests waits for this row.
  const row = await database.hold(
    `UPDATE rate_windows SET calls = calls WHERE organization_id = '${world.organization.organization_id}'`,
  );
  const flood = Array.from({ length: 100 }, () => world.call('POST', path, { body }));
  await database.untilWaiting(1);
  expect((await world.call('POST', path, { key: other.keys.test, body })).status).toBe(200);
  await row.release();
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
});
