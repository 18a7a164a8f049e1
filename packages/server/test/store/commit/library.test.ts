/** The store and the deliveries of a service that brings only SQL: loans, which are not about bookings. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDeliveries, type DeliveriesOptions } from '@booking-service/kernel';
import type { Tracing } from '@booking-service/kernel/log';
import { createManualClock, openWebhookEndpoint } from '@booking-service/kernel/testing';
import { pino } from 'pino';
// @boundaries-ignore a private part of the kernel
import type { CommitOf } from '../../../../kernel/src/store/kernel-store.ts';
import { type BaseEngine, baseEngines } from '../../support/engines.ts';
import { created, lend, openLibrary, organization_id, signing_secret } from './library.ts';
// @boundaries-ignore a private part of the kernel
import type { EventType } from '../../../../kernel/src/contract.ts';
// @boundaries-ignore a private part of the kernel
import { noDeliveryObserver } from '../../../../kernel/src/deliveries/report-deliveries.ts';
// @boundaries-ignore a private part of the kernel
import type { SpanAttributes } from '../../../../kernel/src/log/trail.ts';

const giveBack = {
  name: 'give_back',
  text: `UPDATE loans SET state = 'returned' WHERE organization_id = $1 AND id = $2 AND state = 'lent' RETURNING state`,
};
const findLoans = {
  name: 'find_loans',
  text: 'SELECT id, copy_id, state FROM loans WHERE organization_id = $1 ORDER BY id',
};

let made = 0;

/** Returns a commit about a loan, with one event. */
function about(subject_id: string, idempotency_key?: string): CommitOf {
  made += 1;
  const number = String(made).padStart(20, '0');
  const id = `evt_01a1fd70f1c0${number}`;
  const deliveries = [{ id: `dlv_01a1fd70f1c0${number}`, due_at: created, attempts_allowed: 4 }];
  const event = { id, type: 'booking.created', created, payload: `{"id":"${id}"}`, deliveries } as const;
  return { organization_id, livemode: true, idempotency_key, subject_id, events: [event] };
}

const nothing = { loans: 0, idempotency_keys: 0, events: 0, deliveries: 0, delivery_queues: 0 };
const one = { loans: 1, idempotency_keys: 1, events: 1, deliveries: 1, delivery_queues: 1 };

describe.each(baseEngines)('commits, on %s', (engine) => {
  it('STA-12: stores rows, key, event and delivery together, and returns the rows', async () => {
    await using library = await openLibrary[engine]();
    const loan = await library.commit(lend, [organization_id, 'lon_1', 'copy_1', 14], about('lon_1', 'key-1'));
    expect(loan).toEqual({ replayed: false, rows: [{ id: 'lon_1', days: 14, state: 'lent' }] });
    expect(await library.count()).toEqual(one);
    const back = await library.commit(giveBack, [organization_id, 'lon_1'], about('lon_1'));
    expect(back).toEqual({ replayed: false, rows: [{ state: 'returned' }] });
    expect(await library.count()).toEqual({ ...one, events: 2, deliveries: 2 });
    const found = [{ id: 'lon_1', copy_id: 'copy_1', state: 'returned' }];
    expect(await library.query(findLoans, [organization_id])).toEqual(found);
  });

  it('IDM-1: a used key returns the earlier subject and stores nothing, also if the statement can no longer succeed', async () => {
    await using library = await openLibrary[engine]();
    await library.commit(lend, [organization_id, 'lon_1', 'copy_1', 14], about('lon_1', 'key-1'));
    const earlier = { replayed: true, subject_id: 'lon_1' };
    for (const copy of ['copy_2', 'copy_1'])
      expect(await library.commit(lend, [organization_id, 'lon_2', copy, 7], about('lon_2', 'key-1'))).toEqual(earlier);
    await library.commit(giveBack, [organization_id, 'lon_1'], about('lon_1', 'key-2'));
    const again = await library.commit(giveBack, [organization_id, 'lon_1'], about('lon_1', 'key-2'));
    expect(again).toEqual(earlier);
    expect(await library.count()).toEqual({ ...one, idempotency_keys: 2, events: 2, deliveries: 2 });
  });

  it('IDM-1: of commits at once under one key, one stores its row and the others return it', async () => {
    await using library = await openLibrary[engine]();
    const commits = ['1', '2', '3', '4'].map((number) =>
      library.commit(lend, [organization_id, `lon_${number}`, `copy_${number}`, 14], about(`lon_${number}`, 'key-1')),
    );
    const results = await Promise.all(commits);
    const [first] = results.flatMap((result) => (result.replayed ? [] : result.rows)) as { id: string }[];
    expect(results.filter(({ replayed }) => replayed)).toEqual(
      Array.from({ length: 3 }, () => ({ replayed: true, subject_id: first?.id })),
    );
    expect(await library.count()).toEqual(one);
  });

  it('STA-12: an error undoes everything, and the next commit is stored', async () => {
    await using library = await openLibrary[engine]();
    const refused = library.commit(lend, [organization_id, 'lon_1', 'copy_1', 0], about('lon_1', 'key-1'));
    await expect(refused).rejects.toThrow(/check/i);
    const of = about('lon_1', 'key-1');
    const twice = { ...of, events: [...of.events, ...of.events] };
    // The second event has the id of the first, so the error comes after the row and the key.
    await expect(library.commit(lend, [organization_id, 'lon_1', 'copy_1', 14], twice)).rejects.toThrow(/unique/i);
    expect(await library.count()).toEqual(nothing);
    await library.commit(lend, [organization_id, 'lon_1', 'copy_1', 14], about('lon_1', 'key-1'));
    expect(await library.count()).toEqual(one);
  });

  it('STA-12: a statement that returns no row stores no key and no event', async () => {
    await using library = await openLibrary[engine]();
    const missing = await library.commit(giveBack, [organization_id, 'lon_9'], about('lon_9', 'key-9'));
    expect(missing).toEqual({ replayed: false, rows: [] });
    const silent = { name: 'give_back_silently', text: giveBack.text.replace(' RETURNING state', '') };
    await expect(library.commit(silent, [organization_id, 'lon_9'], about('lon_9'))).rejects.toThrow('RETURNING');
    expect(await library.count()).toEqual(nothing);
  });

  it('STA-12: checks writes, counts a request, and opens the signing secret of a claimed delivery', async () => {
    await using library = await openLibrary[engine]();
    await library.checkWrite();
    const key = { id: 'key_1', organization_id, digest: 'digest', name: 'Front desk', last4: 'abcd', created };
    await library.createApiKey({ ...key, mode: 'live', scopes: [] });
    const admitted = await library.admit({ digest: 'digest', window_start: created });
    expect(admitted).toMatchObject({ calls: 1, caller: { organization: { id: organization_id } } });
    await library.commit(lend, [organization_id, 'lon_1', 'copy_1', 14], about('lon_1'));
    const [now, lease_until] = [new Date(created), new Date(Date.parse(created) + 60_000)];
    const claimed = await library.claimDeliveries({ now, lease_until, lease_token: 'lease_a', limit: 10 });
    expect(claimed).toMatchObject([{ subject_id: 'lon_1', signing_secret: 'whsec_library' }]);
    const stored = { name: 'find_secret', text: 'SELECT signing_secret FROM organizations WHERE id = $1' };
    expect(await library.query(stored, [organization_id])).toEqual([
      { signing_secret: expect.stringMatching(/^v2\./) as string },
    ]);
  });
});

/** Other rules than those of this repository's contract: three attempts, after 60 and 300 seconds. */
const delivery: DeliveriesOptions['contract']['delivery'] = {
  cadence_seconds: 60,
  max_attempts: 3,
  retry_delays_seconds: [60, 300],
  retention_days: 7,
  timeout_seconds: 5,
  max_head_bytes: 16_384,
  max_interim_responses: 8,
  max_answer_bytes: 65_536,
  kept_answer_bytes: 1_024,
};

/** A signature of another form than that of this repository's webhooks. */
const createSigner: DeliveriesOptions['createSigner'] = (secret) => (body, signing) => ({
  'Library-Signature': signatureOf(secret, { ...signing, body: body.toString() }),
});

function signatureOf(secret: string, { id, at, body }: { id: string; at: Date; body: string }): string {
  return createHmac('sha256', secret).update(`${id}.${at.toISOString()}.${body}`).digest('hex');
}

/** Opens a library whose webhooks go to a receiver, with its deliveries, and stores one loan with an event. */
async function openLending(engine: BaseEngine, options: Partial<DeliveriesOptions> = {}) {
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openLibrary[engine]());
  const endpoint = opened.use(await openWebhookEndpoint());
  const clock = createManualClock(new Date(created));
  const lines: Record<string, unknown>[] = [];
  const reports: unknown[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const deliveries = createDeliveries({
    contract: { delivery },
    store,
    createSigner,
    log,
    clock,
    observer: {
      ...noDeliveryObserver,
      attempted: ({ outcome }) => void reports.push(outcome),
      abandoned: ({ after }) => void reports.push(`abandoned after ${after}`),
      alerted: ({ reason }) => void reports.push(`alerted: ${reason}`),
    },
    program: 'library',
    spanPrefix: 'library',
    subjectField: 'loan_id',
    allowLoopback: true,
    ...options,
  });
  opened.defer(() => deliveries.stop({ grace_seconds: 10 }));
  await store.setWebhookUrl(organization_id, endpoint.url);
  const running = opened.move();
  return {
    store,
    endpoint,
    clock,
    lines,
    reports,
    deliveries,
    async lendBook(number = 1): Promise<string> {
      const id = `evt_01a1fd70f1c0${String(number).padStart(20, '0')}`;
      const due_at = clock.now().toISOString();
      const madeNow = [{ id: id.replace('evt', 'dlv'), due_at, attempts_allowed: delivery.max_attempts }];
      const payload = JSON.stringify({ id, type: 'loan.created', data: { title: 'Räuber' } });
      // The type is one of another contract.
      const event = { id, type: 'loan.created' as EventType, created: due_at, payload, deliveries: madeNow };
      const loan_id = `lon_${number}`;
      const of = { organization_id, livemode: true, subject_id: loan_id, events: [event] };
      await store.commit(lend, [organization_id, loan_id, `copy_${number}`, 14], of);
      return id;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

describe('deliveries', () => {
  describe.each(baseEngines)('%s', (engine) => {
    it('DLV-3 DLV-8 SIG-1: signs each attempt with the given signer, and retries a failure when the contract says', async () => {
      await using lending = await openLending(engine);
      const { deliveries, clock, endpoint, lines, reports } = lending;
      const id = await lending.lendBook();
      endpoint.responses.push(500);
      deliveries.start();
      await clock.advance(59_999);
      expect(endpoint.received).toEqual([]);
      await clock.advance(1);
      expect(endpoint.received).toHaveLength(1);
      await clock.advance(59_999);
      expect(endpoint.received).toHaveLength(1);
      await clock.advance(60_001);
      expect(endpoint.received).toHaveLength(2);
      expect(reports).toEqual(['status', 'succeeded']);
      expect(endpoint.received.map(({ event }) => event)).toMatchObject([{ id }, { id }]);
      const [first, second] = endpoint.received.map(({ headers }) => headers);
      expect(first?.get('User-Agent')).toBe('library');
      const body = endpoint.received[0]?.text ?? '';
      const at = new Date(Date.parse(created) + 60_000);
      expect(first?.get('Library-Signature')).toBe(signatureOf(signing_secret, { id, at, body }));
      expect(second?.get('Library-Signature')).not.toBe(first?.get('Library-Signature'));
      expect(lines).toMatchObject([
        { loan_id: 'lon_1', event_type: 'loan.created', attempt: 1, status: 500, msg: 'a webhook attempt failed' },
        { loan_id: 'lon_1', event_type: 'loan.created', attempt: 2, status: 204, msg: 'a webhook was delivered' },
      ]);
      await clock.advance(3_600_000);
      expect(endpoint.received).toHaveLength(2);
    });

    it('DLV-5: abandons a delivery after the last attempt of the contract, and alerts', async () => {
      await using lending = await openLending(engine);
      const { deliveries, clock, endpoint, reports, store } = lending;
      await lending.lendBook();
      endpoint.responses.push(500, 500, 500, 500);
      deliveries.start();
      await clock.advance(3_600_000);
      expect(endpoint.received).toHaveLength(3);
      expect(reports.filter((report) => report !== 'alerted: failing').slice(0, 4)).toEqual([
        'status',
        'status',
        'status',
        'abandoned after failure',
      ]);
      expect(reports.some((report) => String(report).startsWith('alerted'))).toBe(true);
      expect(await store.findNextTurns()).toEqual({ quick: null, slow: null });
    });

    it('DLV-11: sends nothing without a webhook URL, and sends a pending event to the next URL', async () => {
      await using lending = await openLending(engine);
      const { deliveries, clock, endpoint, store } = lending;
      await lending.lendBook();
      await store.setWebhookUrl(organization_id, null);
      deliveries.start();
      await clock.advance(600_000);
      expect(endpoint.received).toEqual([]);
      await store.setWebhookUrl(organization_id, endpoint.url);
      await clock.advance(120_000);
      expect(endpoint.received).toHaveLength(1);
    });

    it('DLV-3: a wake sends a new event at once if the ticks are shorter than the cadence, and nothing after a stop', async () => {
      await using lending = await openLending(engine, { tick_seconds: 10 });
      const { deliveries, clock, endpoint } = lending;
      deliveries.start();
      await lending.lendBook();
      deliveries.wake?.(organization_id);
      await clock.advance(0);
      expect(endpoint.received).toHaveLength(1);
      expect(deliveries.laneAges().map(({ lane }) => lane)).toEqual(['deliveries', 'slow deliveries']);
      await deliveries.stop({ grace_seconds: 10 });
      expect(deliveries.laneAges()).toEqual([]);
      await lending.lendBook(2);
      deliveries.wake?.(organization_id);
      await clock.advance(60_000);
      expect(endpoint.received).toHaveLength(1);
    });
  });

  it('DLV-3: the span of an attempt has the prefix and the subject of the service', async () => {
    const spans: { name: string; attributes: SpanAttributes }[] = [];
    const tracing: Tracing = {
      span: ({ name, attributes }, work) => {
        spans.push({ name, attributes });
        return work({ traceparent: null, set: () => undefined, fail: () => undefined });
      },
    };
    await using lending = await openLending('sqlite', { tracing });
    await lending.lendBook();
    lending.deliveries.start();
    await lending.clock.advance(60_000);
    expect(spans).toMatchObject([
      { name: 'POST loan.created', attributes: { 'library.loan_id': 'lon_1', 'library.attempt': 1 } },
    ]);
  });
});
