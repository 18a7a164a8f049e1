/** Leases on each engine: one worker at a time, and a worker whose lease is lost changes nothing. */
import { describe, expect, it } from 'vitest';
import { moveBooking, openBooking, toEvents } from '../../src/domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import type {
  AttemptRecord,
  BookingChange,
  ClaimedDelivery,
  ClaimedRun,
  StoredBooking,
} from '../../src/store/store.ts';
import type { World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { readDeliveries } from '../support/databases.ts';

const request = newBooking();
const start = new Date('2026-11-21T09:30:00.000Z');
const lease_ms = 60_000;

/** The time this many milliseconds after the start of the world. */
const at = (ms: number): Date => new Date(start.getTime() + ms);

function claimAt(ms: number, lease_token = 'lease_a', limit = 100) {
  return { now: at(ms), lease_until: at(ms + lease_ms), lease_token, limit };
}

async function create({ store, organization }: World, due_ms = 0): Promise<StoredBooking> {
  const { booking, events } = openBooking(
    { id: randomId('bkg'), provider: 'sandbox', livemode: false, request },
    start,
  );
  const { stored } = await store.createBooking({
    organization_id: organization.organization_id,
    booking,
    idempotency_key: undefined,
    events: toEvents(events, booking, { newId: randomId }),
    run: { step: 1, due_at: at(due_ms).toISOString() },
  });
  return stored;
}

async function claimRun({ store }: World, ms: number, lease_token?: string): Promise<ClaimedRun> {
  const [run] = await store.claimRuns(claimAt(ms, lease_token));
  if (!run) throw new Error(`No run could be claimed at ${ms} ms.`);
  return run;
}

async function claimDelivery({ store }: World, ms: number, lease_token?: string): Promise<ClaimedDelivery> {
  const [delivery] = await store.claimDeliveries(claimAt(ms, lease_token));
  if (!delivery) throw new Error(`No delivery could be claimed at ${ms} ms.`);
  return delivery;
}

function confirmed(before: StoredBooking, finished: ClaimedRun): BookingChange {
  const moved = moveBooking(
    before.booking,
    { trigger: 'provider', to: 'confirmed', confirmation_code: 'OWN-1' },
    start,
  );
  if (!moved) throw new Error(`A ${before.booking.status} booking cannot be confirmed.`);
  return {
    before,
    booking: moved.booking,
    events: toEvents(moved.events, moved.booking, { newId: randomId }),
    finished,
  };
}

const failure: AttemptRecord = {
  request_headers: null,
  started_at: start.toISOString(),
  duration_ms: 3,
  status: 500,
  error: null,
  cause: null,
  answer: 'no',
};

describe.each(engines)('%s', (engine) => {
  it('STA-12: gives a run to one worker until its lease ends, and counts each claim', async () => {
    await using world = await openWorldOn(engine);
    const { booking } = await create(world);
    const first = await claimRun(world, 0, 'lease_a');
    expect(await world.store.claimRuns(claimAt(0, 'lease_b'))).toEqual([]);
    expect(await world.store.claimRuns(claimAt(lease_ms, 'lease_b'))).toEqual([]);
    const second = await claimRun(world, lease_ms + 1, 'lease_b');
    expect([first, second]).toMatchObject([
      { booking_id: booking.id, step: 1, answer: undefined, attempt: 1, lease_token: 'lease_a' },
      { booking_id: booking.id, step: 1, answer: undefined, attempt: 2, lease_token: 'lease_b' },
    ]);
  });

  it('STA-12: lets only the lease holder of a run change anything', async () => {
    await using world = await openWorldOn(engine);
    const before = await create(world);
    const lost = await claimRun(world, 0, 'lease_a');
    const held = await claimRun(world, lease_ms + 1, 'lease_b');

    expect(await world.store.changeBooking(confirmed(before, lost))).toBeUndefined();
    expect(await world.store.postponeRun(lost, at(0))).toBeUndefined();
    expect(await world.store.finishRun(lost, lost)).toBeUndefined();
    expect(await world.store.findBooking({ ...before, id: before.booking.id })).toStrictEqual(before);
    expect((await world.store.claimDeliveries(claimAt(0))).map(({ event_type }) => event_type)).toEqual([
      'booking.created',
    ]);
    const { organization_id } = world.organization;
    expect(await world.store.findOrganization(organization_id)).toMatchObject({ test_confirmed: 0 });

    expect(await world.store.changeBooking(confirmed(before, held))).toMatchObject({
      booking: { status: 'confirmed' },
    });
    expect(await world.store.claimRuns(claimAt(10 * lease_ms))).toEqual([]);
    expect(await world.store.finishRun(held, held)).toBeUndefined();
  });

  it('STA-12: claims at most `limit` due runs, the longest due first', async () => {
    await using world = await openWorldOn(engine);
    const late = await create(world, 3_000);
    const early = await create(world, 1_000);
    const middle = await create(world, 2_000);
    expect(await world.store.claimRuns(claimAt(999))).toEqual([]);
    expect(await claimRun(world, 1_000)).toMatchObject({ booking_id: early.booking.id });
    const two = await world.store.claimRuns(claimAt(3_000, 'lease_b', 1));
    expect(two.map(({ booking_id }) => booking_id)).toEqual([middle.booking.id]);
    const { organization_id } = world.organization;
    const one = await world.store.claimRun({
      ...claimAt(3_000, 'lease_c'),
      organization_id,
      booking_id: early.booking.id,
    });
    expect(one).toBeUndefined();
    const rest = await world.store.claimRun({
      ...claimAt(3_000, 'lease_c'),
      organization_id,
      booking_id: late.booking.id,
    });
    expect(rest).toMatchObject({ booking_id: late.booking.id });
  });

  it('STA-12: gives each run to one of several concurrent workers', async () => {
    await using world = await openWorldOn(engine);
    for (let count = 0; count < 10; count += 1) await create(world);
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) => world.store.claimRuns(claimAt(0, `lease_${index}`, 3))),
    );
    const ids = claims.flat().map(({ booking_id }) => booking_id);
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
  });

  it('STA-12: keeps the step and the input of a postponed run, and frees it when it is due', async () => {
    await using world = await openWorldOn(engine);
    const before = await create(world);
    const answer = { type: 'enter_code', code: '4242' } as const;
    const ended = await claimRun(world, 0);
    expect(await world.store.finishRun(ended, ended)).toBe('ended');
    const run = { step: 2, answer, due_at: at(0).toISOString() };
    expect(await world.store.changeBooking({ before, booking: before.booking, events: [], run })).toMatchObject({
      step: 2,
    });

    const first = await claimRun(world, 0);
    expect(await world.store.postponeRun(first, at(5_000))).toEqual(at(5_000));
    expect(await world.store.postponeRun(first, at(0))).toBeUndefined();
    expect(await world.store.claimRuns(claimAt(4_999))).toEqual([]);
    expect(await claimRun(world, 5_000)).toMatchObject({ step: 2, answer, attempt: 2 });
  });

  it('DLV-6: gives a delivery to one worker until its lease ends, and counts each attempt', async () => {
    await using world = await openWorldOn(engine);
    await create(world);
    const first = await claimDelivery(world, 0, 'lease_a');
    expect(await world.store.claimDeliveries(claimAt(lease_ms, 'lease_b'))).toEqual([]);
    const second = await claimDelivery(world, lease_ms + 1, 'lease_b');
    expect(second).toStrictEqual({ ...first, attempt: 2, lease_token: 'lease_b' });
    expect(first.attempt).toBe(1);
  });

  it('DLV-6: lets only the lease holder of a delivery record an attempt', async () => {
    await using world = await openWorldOn(engine);
    await create(world);
    const lost = await claimDelivery(world, 0, 'lease_a');
    const held = await claimDelivery(world, lease_ms + 1, 'lease_b');
    expect(await world.store.recordAttempts([{ delivery: lost, attempt: failure, state: 'succeeded' }])).toEqual([
      false,
    ]);
    expect(await world.store.recordAttempts([{ delivery: lost, attempt: failure, due_at: at(0) }])).toEqual([false]);
    expect(await world.store.recordAttempts([{ delivery: held, attempt: failure, due_at: at(200_000) }])).toEqual([
      true,
    ]);
    expect(await world.store.recordAttempts([{ delivery: held, attempt: failure, due_at: at(0) }])).toEqual([false]);
    expect(await world.store.claimDeliveries(claimAt(199_999))).toEqual([]);
    expect(await claimDelivery(world, 200_000)).toMatchObject({ attempt: 3 });
  });

  it('DLV-6: records several attempts at once, except those whose lease is lost', async () => {
    await using world = await openWorldOn(engine);
    for (let count = 0; count < 3; count += 1) await create(world);
    const [lost, failed, delivered] = await world.store.claimDeliveries(claimAt(0, 'lease_a'));
    if (!lost || !failed || !delivered) throw new Error('Three deliveries could not be claimed.');
    const [again] = await world.store.claimDeliveries(claimAt(lease_ms + 1, 'lease_b', 1));
    expect(again?.id).toBe(lost.id);
    const nothing = { ...failure, status: null, error: 'timeout', answer: null } as const;
    const text = { ...failure, status: 200, answer: 'a\0b, {"c"} \\ NULL' };
    expect(
      await world.store.recordAttempts([
        { delivery: lost, attempt: failure, state: 'succeeded' },
        { delivery: failed, attempt: nothing, due_at: at(70_000) },
        { delivery: delivered, attempt: text, state: 'succeeded' },
      ]),
    ).toEqual([false, true, true]);
    const byId = new Map((await readDeliveries(world.store)).map((delivery) => [delivery.id, delivery]));
    expect(byId.get(lost.id)).toMatchObject({ state: 'pending', attempts: [] });
    expect(byId.get(failed.id)).toMatchObject({
      state: 'pending',
      next_attempt_at: at(70_000).toISOString(),
      attempts: [{ attempt: 1, status: null, error: 'timeout', answer: null }],
    });
    const shown = engine !== 'sqlite' ? text.answer.replace('\0', '\uFFFD') : text.answer;
    expect(byId.get(delivered.id)).toMatchObject({
      state: 'succeeded',
      attempts: [{ attempt: 1, status: 200, error: null, cause: null, answer: shown }],
    });
  });

  it.each(['succeeded', 'abandoned'] as const)('DLV-5: does not claim a delivery that is %s', async (state) => {
    await using world = await openWorldOn(engine);
    await create(world);
    const delivery = await claimDelivery(world, 0);
    expect(await world.store.recordAttempts([{ delivery, attempt: failure, state }])).toEqual([true]);
    expect(await world.store.claimDeliveries(claimAt(100 * lease_ms))).toEqual([]);
  });

  it('DLV-5: counts four attempts that crashed as four, and makes no fifth', async () => {
    await using world = await openWorldOn(engine);
    await create(world);
    const attempts: ClaimedDelivery[] = [];
    for (let index = 0; index < 3; index += 1)
      attempts.push(await claimDelivery(world, index * (lease_ms + 1), `lease_${index}`));
    const fourth = await claimDelivery(world, 3 * (lease_ms + 1), 'lease_3');
    expect([...attempts, fourth].map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    // The fourth may still be under way, so it is not abandoned before its lease ends.
    expect(await world.store.claimDeliveries(claimAt(3 * (lease_ms + 1) + lease_ms, 'lease_5'))).toEqual([]);
    const { event_id, organization_id } = fourth;
    const abandonAt = async (ms: number) => {
      const turn = { ...claimAt(ms), organization_id, receivers: 'quick' } as const;
      await world.store.claimTurns(turn);
      return (await world.store.endTurns([turn]))[0]?.abandoned;
    };
    expect(await abandonAt(3 * (lease_ms + 1) + lease_ms)).toEqual([]);
    expect(await world.store.claimDeliveries(claimAt(4 * (lease_ms + 1), 'lease_5'))).toEqual([]);
    expect(await abandonAt(4 * (lease_ms + 1))).toEqual([event_id]);
    expect(await abandonAt(4 * (lease_ms + 1) + 1)).toEqual([]);
    const late = { delivery: fourth, attempt: failure, state: 'succeeded' } as const;
    expect(await world.store.recordAttempts([late])).toEqual([false]);
    expect(await world.store.claimDeliveries(claimAt(100 * lease_ms, 'lease_6'))).toEqual([]);
  });

  it('DLV-5: records the outcome of the fourth attempt while its lease holds', async () => {
    await using world = await openWorldOn(engine);
    await create(world);
    for (let index = 0; index < 3; index += 1) await claimDelivery(world, index * (lease_ms + 1));
    const fourth = await claimDelivery(world, 3 * (lease_ms + 1), 'lease_4');
    expect(await world.store.claimDeliveries(claimAt(3 * (lease_ms + 1) + lease_ms, 'lease_5'))).toEqual([]);
    expect(await world.store.recordAttempts([{ delivery: fourth, attempt: failure, state: 'succeeded' }])).toEqual([
      true,
    ]);
  });

  it('DLV-11 ORG-5: claims with the current URL, and lets deliveries without a URL wait without blocking others', async () => {
    await using world = await openWorldOn(engine);
    const { organization_id, signing_secret } = world.organization;
    const other = await world.addOrganization({ webhook_url: 'https://other.diner.test/' });
    await create(world);
    await create({ ...world, organization: other });
    await world.store.setWebhookUrl(organization_id, null);
    const [only] = await world.store.claimDeliveries(claimAt(0, 'lease_a', 1));
    expect(only).toMatchObject({ organization_id: other.organization_id, webhook_url: 'https://other.diner.test/' });
    expect(await world.store.claimDeliveries(claimAt(0, 'lease_a'))).toEqual([]);
    await world.store.setWebhookUrl(organization_id, 'https://next.diner.test/');
    expect(await claimDelivery(world, 0)).toMatchObject({
      organization_id,
      webhook_url: 'https://next.diner.test/',
      signing_secret,
      attempt: 1,
    });
  });
});
