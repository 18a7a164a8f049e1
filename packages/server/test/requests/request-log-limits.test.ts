/** The limits of the log of requests: what waits for the store, and what the store keeps. */
import type { EndedRequest } from '@booking-service/kernel/http';
import { createManualClock } from '@booking-service/kernel/testing';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Reports } from '../../src/log/observer.ts';
import { createRequestLog, maxWaiting, maxWaitingOfOne } from '../../src/worker/request-log.ts';
import { maxRemoved } from '../../src/store/requests/requests.ts';
import type { Store } from '../../src/store/store.ts';
import { engines, makeDatabase } from '../support/engines.ts';

function ended(number: number, organization_id = 'org_one'): EndedRequest {
  const id = `req_${String(number).padStart(8, '0')}`;
  return {
    request_id: id,
    own_id: id,
    arrived: new Date('2026-11-21T09:30:00.000Z'),
    operationId: 'getBooking',
    organization_id,
    key_id: 'key_one',
    mode: 'test',
    method: 'GET',
    route: '/v1/bookings/{id}',
    status: 200,
    error_code: undefined,
    idempotency_key: undefined,
    subject: undefined,
    duration_ms: 1,
  };
}

function openLog(store: Store, rows?: number) {
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const dropped: Reports['requestsDropped'][] = [];
  const log = createRequestLog({
    store,
    clock,
    log: pino({ level: 'silent' }),
    observer: { requestsDropped: (report) => void dropped.push(report) },
    successes_percent: 100,
    ...(rows !== undefined && { rows }),
  });
  return { log, clock, dropped };
}

async function countRows(store: Store, organization_id = 'org_one'): Promise<number> {
  const query = { organization_id, mode: 'test', by: 'operation', limit: 100_000 } as const;
  return (await store.countRequests(query))[0]?.requests ?? 0;
}

describe.each(engines.filter((engine) => engine !== 'cells'))('on %s', (engine) => {
  it('REQ-1: drops and counts the requests beyond those that may wait, and stores the others in order', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const { log, dropped } = openLog(store);
    const ownerOf = (number: number) => `org_${Math.floor(number / maxWaitingOfOne)}`;
    for (let number = 0; number < maxWaiting + 2; number += 1) log.note(ended(number, ownerOf(number)));
    expect(dropped).toEqual([1, 1].map((count) => ({ reason: 'queue_full', count })));
    await log.flush();
    const owners = [...new Set(Array.from({ length: maxWaiting }, (_, number) => ownerOf(number)))];
    const countAll = async () => {
      const counts = await Promise.all(owners.map((owner) => countRows(store, owner)));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    expect(await countAll()).toBe(maxWaiting);
    const { rows } = await store.listRequests({ organization_id: ownerOf(maxWaiting - 1), mode: 'test', limit: 1 });
    expect(rows[0]?.id).toBe(ended(maxWaiting - 1).request_id);
    log.note(ended(maxWaiting + 2, ownerOf(0)));
    await log.flush();
    expect(dropped).toHaveLength(2);
    expect(await countAll()).toBe(maxWaiting + 1);
  });

  it('REQ-1: drops the requests of an organization that floods the service, and stores those of others', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const { log, dropped } = openLog(store);
    for (let number = 0; number < maxWaitingOfOne + 1; number += 1) log.note(ended(number));
    log.note(ended(0, 'org_two'));
    expect(dropped).toEqual([{ reason: 'queue_full', count: 1 }]);
    await log.flush();
    expect(await countRows(store)).toBe(maxWaitingOfOne);
    expect(await countRows(store, 'org_two')).toBe(1);
  });

  it('REQ-1: keeps the newest rows of an environment, and at most a tenth more between two removals', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const { log } = openLog(store, 20);
    for (let number = 0; number < 50; number += 1) {
      log.note(ended(number));
      await log.flush();
      expect(await countRows(store)).toBeLessThanOrEqual(22);
    }
    const { rows } = await store.listRequests({ organization_id: 'org_one', mode: 'test', limit: 1 });
    expect(rows[0]?.id).toBe(ended(49).request_id);
  });

  it('REQ-1: counts the requests that the store refuses, and continues with the next ones', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const { log, dropped } = openLog(store);
    await database.execute('ALTER TABLE requests RENAME TO renamed');
    log.note(ended(1));
    log.note(ended(2));
    await log.flush();
    expect(dropped).toEqual([{ reason: 'not_stored', count: 2 }]);
    await database.execute('ALTER TABLE renamed RENAME TO requests');
    log.note(ended(3));
    await log.flush();
    expect(await countRows(store)).toBe(1);
  });

  it('REQ-1: stores the requests a second after the first one', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const { log, clock } = openLog(store);
    log.note(ended(1));
    await clock.advance(999);
    expect(await countRows(store)).toBe(0);
    await clock.advance(1);
    await expect.poll(() => countRows(store)).toBe(1);
  });

  it('REQ-1: removes a limited number of requests by one statement, the oldest first', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const environment = { organization_id: 'org_one', mode: 'test' } as const;
    const created = '2026-11-21T09:30:00.000Z';
    const positions = Array.from(
      { length: 2 * maxRemoved + 2 },
      (_, number) => `req_${String(number).padStart(8, '0')}`,
    );
    const shared = { ...environment, created, operation: 'getBooking', method: 'GET', path: '/v1/bookings/{id}' };
    const outcome = { status: 200, error_code: null, latency_ms: 1, key_id: 'key_one' };
    const none = { idempotency_key: null, booking_id: null };
    const toRow = (position: string) => ({ ...shared, ...outcome, ...none, position, id: position });
    await store.recordRequests(positions.map(toRow));
    await store.trimRequests({ ...environment, keep: 1 });
    expect(await countRows(store)).toBe(maxRemoved + 2);
    expect(await store.findRequest({ ...environment, id: positions[maxRemoved - 1] ?? '' })).toBeUndefined();
    const before = new Date(created);
    expect(await store.removeRequests({ before })).toMatchObject({ removed: maxRemoved, next: expect.any(String) });
    expect(await store.findRequest({ ...environment, id: positions.at(-1) ?? '' })).toBeDefined();
    expect(await countRows(store)).toBe(2);
  });
});
