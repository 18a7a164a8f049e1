import { describe, expect, it } from 'vitest';
import { errorCatalogue, idempotency, operationTable, type OperationId } from '@booking-service/contract';
import { exampleCalls } from '../generated/example-calls.ts';
import * as conducts from '../support/conducts.ts';
import { newBooking } from '../support/fixtures.ts';
import { openHostileServer, type Conduct } from '../support/hostile-server.ts';
import { openClient, openRawClient } from '../support/open-client.ts';
import { createTestTime } from '../support/test-time.ts';

const apiKey = 'sk_test_planted_retries_key';
const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const ids = Object.keys(operationTable) as OperationId[];

async function attemptsUnder(operation: OperationId, ...conducted: [Conduct, ...Conduct[]]) {
  const time = createTestTime();
  await using server = await openHostileServer(...conducted);
  const { url: baseUrl } = server;
  const client = openClient({ apiKey, baseUrl, clock: time.clock, logger: time.logger, random: () => 1 });
  const error: unknown = await Promise.resolve(exampleCalls[operation](client)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { received: server.received, error, waits: time.waits };
}

describe.each(ids)('%s', (operation) => {
  const { repeatable } = operationTable[operation];

  it('is retried exactly after the codes that the contract lists', async () => {
    for (const [code, row] of Object.entries(errorCatalogue)) {
      if (!('status' in row)) continue;
      const older = row.stands_in.some((place) => place === 'error');
      const refused = older ? conducts.olderRefusal(row.status, code) : conducts.refusal(row.status, code);
      const mayPass = row.retry !== 'never';
      const nothingHappened = !('effect' in row);
      const { received, error } = await attemptsUnder(operation, refused);
      expect({ code, attempts: received.length }).toEqual({
        code,
        attempts: mayPass && (repeatable || nothingHappened) ? 4 : 1,
      });
      expect({ code, error }).toMatchObject({
        error: { code, status: row.status, operation, effect: mayPass && !nothingHappened ? 'unknown' : 'none' },
      });
    }
  });

  it.each([
    ['a reset', conducts.reset],
    ['half a body', conducts.halfBody],
    ['an empty 500', conducts.empty500],
    ['an HTML 502', conducts.html502],
    ['an unknown code with a 5xx', conducts.refusal(500, 'later_code')],
  ] as const)(`is sent again after %s only if it is repeatable: ${repeatable}`, async (_, conduct) => {
    const { received, error } = await attemptsUnder(operation, conduct);
    expect(received).toHaveLength(repeatable ? 4 : 1);
    expect(error).toMatchObject({ effect: 'unknown' });
  });

  it('is retried after a 429 with an unknown code, because nothing happened', async () => {
    const { received, error } = await attemptsUnder(operation, conducts.refusal(429, 'later_code'));
    expect(received).toHaveLength(4);
    expect(error).toMatchObject({ code: 'later_code', effect: 'none' });
  });

  it('sends one idempotency key with all attempts if the contract has one, and otherwise none', async () => {
    const { received } = await attemptsUnder(operation, conducts.refusal(429, 'later_code'));
    const keys = received.map(({ headers }) => headers.get(idempotency.header));
    const expected = idempotency.operations.some((each) => each === operation) ? /^[0-9a-f-]{36}$/ : /^null$/;
    expect(String(keys[0])).toMatch(expected);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(received.map(({ body, method, path }) => `${method} ${path} ${body}`)).size).toBe(1);
  });
});

it('waits a random part of a doubling span', async () => {
  const { waits } = await attemptsUnder('getBooking', conducts.html502);
  expect(waits).toEqual([500, 1_000, 2_000]);
});

it('retries every operation if the connection was refused', async () => {
  const time = createTestTime();
  const { url, ...server } = await openHostileServer(conducts.reset);
  await server[Symbol.asyncDispose]();
  const client = openClient({ apiKey, baseUrl: url, clock: time.clock, logger: time.logger });
  const { error } = await client.bookings.cancel(id).result();
  expect(error).toMatchObject({ name: 'ConnectionError', effect: 'none' });
  expect(error?.message).toMatch(/ECONNREFUSED 127\.0\.0\.1/);
  expect(error?.attempts).toHaveLength(4);
});

it('generates a key for each create and never changes the caller’s key', async () => {
  const time = createTestTime();
  await using server = await openHostileServer(conducts.html502, conducts.aBooking({}, 201));
  const options = { apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger };
  const client = openClient(options);
  const raw = openRawClient(options);
  const made = await client.bookings.create(newBooking()).withResponse();
  await client.bookings.create(newBooking());
  await client.bookings.create(newBooking(), { idempotencyKey: 'mine' });
  await raw.POST('/v1/bookings', { body: newBooking(), params: { header: { 'Idempotency-Key': 'also mine' } } });
  await raw.POST('/v1/bookings', { body: newBooking(), idempotencyKey: 'beside the body' });
  const keys = server.received.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBe(keys[1]);
  expect(made.idempotencyKey).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(keys.slice(3)).toEqual(['mine', 'also mine', 'beside the body']);
});

it('sends a call once if retries is 0', async () => {
  const time = createTestTime();
  await using server = await openHostileServer(conducts.html502);
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger, retries: 0 });
  await expect(client.bookings.get(id)).rejects.toMatchObject({ attempts: [{ status: 502, wait_ms: undefined }] });
  await expect(client.bookings.get(id, { retries: 2 })).rejects.toMatchObject({ attempts: { length: 3 } });
});
