/** The work of createService around the handlers and jobs of its author, on both engines. Each test fails if one of these is left out. */
import { createLog, type ServiceOptions } from '@booking-service/kernel';
import { Refusal } from '@booking-service/kernel/contract';
import { openWebhookEndpoint } from '@booking-service/kernel/testing';
import { describe, expect, it } from 'vitest';
import { engines } from '../support/empty-database.ts';
import { contract, handlers } from './notes-service.ts';
import { startNotes } from './start-notes.ts';

const keyed = { headers: { 'Idempotency-Key': 'key-1' } };
const { createNote } = handlers;

/** The handlers, with a function that is called before each create. */
function handlersWith(before: () => unknown): ServiceOptions['handlers'] {
  return {
    ...handlers,
    async createNote(...call) {
      await before();
      return createNote?.(...call) ?? { status: 500 };
    },
  };
}

describe.each(engines)('a service on %s', (engine) => {
  it('runs no handler for a replay, and makes it before the checks of the body', async () => {
    let runs = 0;
    await using notes = await startNotes(engine, { handlers: handlersWith(() => (runs += 1)) });
    const first = await notes.call('POST', '/notes', { body: { text: 'milk' }, ...keyed });
    const later = await notes.call('POST', '/notes', { body: { text: 1 }, ...keyed });
    expect([first.status, later.status]).toEqual([201, 200]);
    expect(later.body).toEqual(first.body);
    expect(runs).toBe(1);
  });

  it('replays a create whose key another one takes while its handler runs', async () => {
    let begun = 0;
    const all = Promise.withResolvers<void>();
    const wait = () => {
      begun += 1;
      if (begun === 3) all.resolve();
      return all.promise;
    };
    await using notes = await startNotes(engine, { handlers: handlersWith(wait) });
    const create = (text: string) => notes.call('POST', '/notes', { body: { text }, ...keyed });
    const created = await Promise.all([create('milk'), create('bread'), create('salt')]);
    expect(created.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 201]);
    expect([await notes.count('notes'), await notes.count('events')]).toEqual([1, 1]);
  });

  it('keeps the idempotency keys of organizations apart', async () => {
    await using notes = await startNotes(engine);
    const other = await notes.service.organizations.create({ name: 'Other' });
    const own = await notes.call('POST', '/notes', { body: { text: 'milk' }, ...keyed });
    const key = other.api_keys['test'] ?? '';
    const theirs = await notes.call('POST', '/notes', { key, body: { text: 'tea' }, ...keyed });
    expect([own.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body['text']).toBe('tea');
  });

  it('stores neither the key nor the event of a statement that returns no row', async () => {
    const close = { name: 'close_note', text: `UPDATE notes SET state = 'closed' WHERE id = $1 RETURNING id` };
    const closing: ServiceOptions['handlers'] = {
      ...handlers,
      async createNote(_request, _caller, { commit }) {
        const events = [{ type: 'note.closed', data: {} }];
        const rows = await commit(close, ['none'], { subject_id: 'none', idempotency_key: 'key-1', events });
        return { status: 201, body: { rows } };
      },
    };
    await using notes = await startNotes(engine, { handlers: closing });
    const call = () => notes.call('POST', '/notes', { body: { text: 'milk' }, ...keyed });
    expect([await call(), await call()]).toMatchObject([
      { status: 201, body: { rows: [] } },
      { status: 201, body: { rows: [] } },
    ]);
    expect([await notes.count('events'), await notes.count('deliveries')]).toEqual([0, 0]);
  });

  it('refuses a suspended organization, and a body that is too large or no JSON', async () => {
    await using notes = await startNotes(engine);
    const code = async (...call: Parameters<typeof notes.call>) => (await notes.call(...call)).body['error_code'];
    expect(await code('POST', '/notes', { body: { text: 'x'.repeat(4096) } })).toBe('payload_too_large');
    const plain = { 'Content-Type': 'text/plain' };
    expect(await code('POST', '/notes', { body: { text: 'milk' }, headers: plain })).toBe('unsupported_media_type');
    expect(await code('GET', '/notes')).toBeUndefined();
    await notes.service.store.setStanding(notes.organization.id, 'suspended');
    expect(await code('GET', '/notes')).toBe('org_suspended');
  });

  it('makes a check of its own in the order of the contract', async () => {
    const { access, errors } = contract;
    const refusal_order = access.refusal_order.flatMap((step) => (step === 'replay' ? ['fee_unpaid', step] : [step]));
    const unpaid = { ...errors['not_found'], status: 402 } as (typeof errors)[string];
    await using notes = await startNotes(engine, {
      contract: { ...contract, access: { ...access, refusal_order }, errors: { ...errors, fee_unpaid: unpaid } },
      checks: {
        fee_unpaid: ({ operationId }) =>
          operationId === 'createNote' ? () => Promise.reject(new Refusal('fee_unpaid')) : undefined,
      },
    });
    const refused = await notes.call('POST', '/notes', { body: { text: 1 } });
    expect(refused).toMatchObject({ status: 402, body: { error_code: 'fee_unpaid' } });
    expect(await notes.call('GET', '/notes')).toMatchObject({ status: 200 });
  });

  it('runs a job at its start, logs its failure, and runs none after it was closed', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } });
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw new Error('disk');
    };
    await using notes = await startNotes(engine, { log, jobs: { sweep: { every_seconds: 30, run } } });
    await notes.clock.advance(0);
    expect(runs).toBe(1);
    expect(lines.join('')).toContain('"job":"sweep"');
    expect(lines.join('')).toContain('disk');
    await notes.service.close();
    await notes.clock.advance(120_000);
    expect(runs).toBe(1);
  });

  it('sends a new event immediately if its ticks are shorter than the cadence', async () => {
    await using endpoint = await openWebhookEndpoint();
    await using notes = await startNotes(engine, { tick_seconds: 5 });
    await notes.service.store.setWebhookUrl(notes.organization.id, endpoint.url);
    await notes.call('POST', '/notes', { body: { text: 'milk' } });
    await notes.clock.advance(0);
    expect(endpoint.received).toHaveLength(1);
  });

  it('reports each response to its observer', async () => {
    const reports: unknown[] = [];
    await using notes = await startNotes(engine, { observer: { responded: (report) => void reports.push(report) } });
    await notes.call('GET', '/notes/none');
    const report = { operationId: 'getNote', status: 404, duration_ms: expect.any(Number) as number };
    await expect.poll(() => reports).toEqual([report]);
  });
});
