/**
 * Each method of the store, once on each engine. The table does not compile while a method of the port has no case, and a case
 * that does not call its method fails. store.test.ts, store-leases.test.ts and store-queues.test.ts test the methods together.
 */
import { moveBooking, openBooking } from '../../src/domain/booking.ts';
import { toEvents } from '../../src/domain/booking-events.ts';
import { apiKeyDigest } from '../../src/domain/api-key.ts';
import { randomId } from '../../src/domain/ids.ts';
import { openSession } from '../../src/domain/session.ts';
import { createOrganization, type CreatedOrganization, type Store } from '../../src/index.ts';
import { createApiKey } from '../../src/organizations/create-api-key.ts';
import type { AcceptedBooking, AttemptRecord, StoredBooking, StoredSession } from '../../src/store/store.ts';
import { describe, expect, it } from 'vitest';
import { engines, makeDatabase, type EngineName } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const lease = { lease_until: at(60), lease_token: 'lease_a' };
const claim = { ...lease, now: start, limit: 10 };
const attempt: AttemptRecord = {
  request_headers: { 'User-Agent': 'booking-service' },
  started: start.toISOString(),
  duration_ms: 3,
  status: 500,
  error: null,
  answer: 'no',
};

interface Context {
  /** Notes which methods are called. */
  readonly store: Store;
  readonly engine: EngineName;
  readonly organization: CreatedOrganization;
}

type Method = Exclude<keyof Store, symbol>;

async function findOrganization({ store, organization }: Context) {
  const found = await store.findOrganization(organization.organization_id);
  if (!found) throw new Error('The organization is not in the store.');
  return found;
}

function accepted({ organization }: Context, { asks = false } = {}): AcceptedBooking {
  const request = newBooking();
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: false, request };
  const next_action = { type: 'authorize_payment', url: 'https://pay.test/1' } as const;
  const { booking, events } = openBooking(asks ? { ...opening, next_action } : opening, start);
  return {
    organization_id: organization.organization_id,
    booking,
    idempotency_key: undefined,
    // One event, so that a booking has one delivery.
    events: toEvents(events.slice(0, 1), booking, { newId: randomId }),
    run: asks ? undefined : { step: 1, due_at: start.toISOString() },
  };
}

async function addBooking(context: Context, options?: { asks?: boolean }): Promise<StoredBooking> {
  return (await context.store.createBooking(accepted(context, options))).stored;
}

async function claimOne({ store }: Context) {
  const [run] = await store.claimRuns(claim);
  if (!run) throw new Error('No run was claimed.');
  return run;
}

async function claimDelivery({ store }: Context) {
  const [delivery] = await store.claimDeliveries(claim);
  if (!delivery) throw new Error('No delivery was claimed.');
  return delivery;
}

async function addSession({ store, organization: { organization_id } }: Context): Promise<StoredSession> {
  const request = { channel: 'email', destination: 'ada@diner.test' } as const;
  const session = openSession(randomId('ses'), request, start);
  await store.createSession({ organization_id, session, session_reference: 'ref_1' });
  const stored = await store.findSession(session.id);
  if (!stored) throw new Error('The session is not in the store.');
  return stored;
}

function verify({ store }: Context, before: StoredSession) {
  const session = { ...before.session, status: 'verified' as const };
  return store.changeSession({ before, session, verified: { card_reference: 'card_1', at: start } });
}

const cases: Readonly<Record<Method, (context: Context) => Promise<void>>> = {
  async createOrganization(context) {
    const { signing_secret } = context.organization;
    const expected = { name: 'Diner', suspended: false, test_confirmed: 0, signing_secret };
    expect(await findOrganization(context)).toMatchObject(expected);
  },
  async listOrganizations(context) {
    const { signing_secret: _secret, ...first } = await findOrganization(context);
    const second = await createOrganization(context.store, { name: 'Later', webhook_url: null }, start);
    const listed = await context.store.listOrganizations();
    expect(listed[0]).toStrictEqual(first);
    expect(listed.map(({ id }) => id)).toEqual([first.id, second.organization_id]);
  },
  async setStanding(context) {
    const { organization_id } = context.organization;
    for (const [standing, suspended] of [
      ['suspended', true],
      ['active', false],
    ] as const) {
      const set = await context.store.setStanding(organization_id, standing);
      expect(set).toMatchObject({ id: organization_id, suspended });
      expect(set).not.toHaveProperty('signing_secret');
      expect(await findOrganization(context)).toMatchObject({ suspended });
    }
    expect(await context.store.setStanding('org_none', 'suspended')).toBeUndefined();
  },
  async createApiKey({ store, organization: { organization_id } }) {
    const scopes = ['venues:read'] as const;
    const { key, id } = await createApiKey(store, { organization_id, mode: 'live', scopes }, start);
    expect((await store.authenticate(apiKeyDigest(key)))?.key).toStrictEqual({ id, mode: 'live', scopes });
    await expect(createApiKey(store, { organization_id: 'org_none', mode: 'live' }, start)).rejects.toThrow(
      /foreign key/i,
    );
  },
  async listApiKeys({ store, organization: { organization_id } }) {
    const other = await createOrganization(store, { name: 'Other', webhook_url: null }, start);
    const modes = (keys: Awaited<ReturnType<Store['listApiKeys']>>) =>
      keys.map((key) => [key.organization_id, key.mode, key.revoked]);
    const own = [
      [organization_id, 'test', null],
      [organization_id, 'live', null],
    ];
    const others = [
      [other.organization_id, 'test', null],
      [other.organization_id, 'live', null],
    ];
    const listed = await store.listApiKeys(organization_id);
    expect(modes(listed)).toEqual(own);
    expect(listed[0]).not.toHaveProperty('digest');
    expect(modes(await store.listApiKeys())).toEqual([...own, ...others]);
    expect(await store.listApiKeys('org_none')).toEqual([]);
  },
  async revokeApiKey({ store, organization: { organization_id, keys } }) {
    const { id } = await createApiKey(store, { organization_id, mode: 'live' }, start);
    expect(await store.revokeApiKey(id, at(1))).toMatchObject({ id, revoked: at(1).toISOString() });
    expect(await store.revokeApiKey(id, at(2))).toMatchObject({ id, revoked: at(1).toISOString() });
    expect(await store.revokeApiKey('key_none', start)).toBeUndefined();
    const test = await store.authenticate(apiKeyDigest(keys.test));
    await store.revokeApiKey(test?.key.id ?? '', start);
    expect(await store.authenticate(apiKeyDigest(keys.test))).toBeUndefined();
    expect(await store.authenticate(apiKeyDigest(keys.live))).toBeDefined();
  },
  async watchRuns(context) {
    const woken = Promise.withResolvers<void>();
    const end = context.store.watchRuns?.(woken.resolve);
    // One process alone writes to a SQLite database.
    if (context.engine === 'sqlite') return expect(end).toBeUndefined();
    await addBooking(context);
    await woken.promise;
    end?.();
  },
  async readMigration({ store }) {
    const { database, program } = await store.readMigration();
    expect(database).toBe(program);
    expect(program).toBeGreaterThan(0);
  },
  async checkWrite({ store }) {
    await expect(store.checkWrite()).resolves.toBeUndefined();
  },
  async readWorkload(context) {
    const nothing = { due_deliveries: 0, oldest_due_delivery: null, due_runs: 0 };
    expect(await context.store.readWorkload(at(1))).toStrictEqual(nothing);
    await addBooking(context);
    const due = { due_deliveries: 1, oldest_due_delivery: start.toISOString(), due_runs: 1 };
    expect(await context.store.readWorkload(at(1))).toStrictEqual(due);
  },
  async findNextDue(context) {
    const nothing = { runs: null, deliveries: null, slow_deliveries: null, expiries: null };
    expect(await context.store.findNextDue()).toStrictEqual(nothing);
    await addBooking(context);
    const { booking } = await addBooking(context, { asks: true });
    expect(await context.store.findNextDue()).toStrictEqual({
      ...nothing,
      runs: start.toISOString(),
      deliveries: start.toISOString(),
      expiries: 'expires_at' in booking ? booking.expires_at : undefined,
    });
  },
  async findOrganization(context) {
    expect((await findOrganization(context)).id).toBe(context.organization.organization_id);
    expect(await context.store.findOrganization('org_none')).toBeUndefined();
  },
  async setWebhookUrl(context) {
    const other = await createOrganization(context.store, { name: 'Other', webhook_url: null }, start);
    for (const webhook_url of ['https://other.test/', null]) {
      await context.store.setWebhookUrl(context.organization.organization_id, webhook_url);
      expect(await findOrganization(context)).toMatchObject({ webhook_url });
    }
    await context.store.setWebhookUrl(other.organization_id, 'https://other.test/');
    expect(await findOrganization(context)).toMatchObject({ webhook_url: null });
  },
  async authenticate({ store, organization: { organization_id, keys } }) {
    const caller = await store.authenticate(apiKeyDigest(keys.live));
    expect(caller).toMatchObject({ organization: { id: organization_id }, key: { mode: 'live' } });
    expect(await store.authenticate(apiKeyDigest('sk_live_none'))).toBeUndefined();
  },
  async admit({ store, organization: { keys } }) {
    const call = { digest: apiKeyDigest(keys.test), window_start: start.toISOString() };
    expect((await store.admit(call))?.calls).toBe(1);
    expect((await store.admit(call))?.calls).toBe(2);
    expect((await store.admit({ ...call, window_start: at(300).toISOString() }))?.calls).toBe(1);
    expect(await store.admit({ ...call, digest: 'none' })).toBeUndefined();
  },
  async createBooking(context) {
    const first = { ...accepted(context), idempotency_key: 'order-1' };
    const second = { ...accepted(context), idempotency_key: 'order-1' };
    const { stored, replayed } = await context.store.createBooking(first);
    expect({ replayed, booking: stored.booking }).toEqual({ replayed: false, booking: first.booking });
    expect(await context.store.createBooking(second)).toEqual({ stored, replayed: true });
  },
  async findBooking(context) {
    const stored = await addBooking(context);
    expect(await context.store.findBooking(stored.booking.id)).toStrictEqual(stored);
    expect(await context.store.findBooking('bkg_none')).toBeUndefined();
  },
  async findBookingByKey(context) {
    const { stored } = await context.store.createBooking({ ...accepted(context), idempotency_key: 'order-1' });
    const { organization_id } = context.organization;
    const key = { organization_id, livemode: false, idempotency_key: 'order-1' };
    expect(await context.store.findBookingByKey(key)).toStrictEqual(stored);
    for (const other of [{ organization_id: 'org_none' }, { livemode: true }, { idempotency_key: 'order-2' }]) {
      expect(await context.store.findBookingByKey({ ...key, ...other })).toBeUndefined();
    }
  },
  async changeBooking(context) {
    const before = await addBooking(context);
    const moved = moveBooking(before.booking, { trigger: 'cancel', to: 'cancelled' }, at(1));
    if (!moved) throw new Error('The booking cannot be cancelled.');
    const change = { before, booking: moved.booking, events: [] };
    const changed = await context.store.changeBooking(change);
    expect(changed).toMatchObject({ version: before.version + 1, booking: { status: 'cancelled' } });
    expect(await context.store.findBooking(before.booking.id)).toStrictEqual(changed);
    expect(await context.store.changeBooking(change)).toBeUndefined();
  },
  async listExpired(context) {
    const asking = await addBooking(context, { asks: true });
    await addBooking(context);
    expect(await context.store.listExpired(at(60), 10)).toEqual([]);
    expect(await context.store.listExpired(at(86_400), 10)).toStrictEqual([asking]);
    expect(await context.store.listExpired(at(86_400), 0)).toEqual([]);
  },
  async readyRuns(context) {
    for (const _ of [1, 2])
      await context.store.createBooking({ ...accepted(context), run: { step: 1, due_at: at(30).toISOString() } });
    const ready = (seconds: number, limit = 10) => context.store.readyRuns({ now: at(seconds), limit });
    expect([await ready(29), await ready(30, 1), await ready(30), await ready(30)]).toEqual([0, 1, 1, 0]);
  },
  async claimRuns(context) {
    const { booking } = await addBooking(context);
    expect(await context.store.claimRuns(claim)).toMatchObject([{ booking_id: booking.id, attempt: 1 }]);
    expect(await context.store.claimRuns(claim)).toEqual([]);
    expect(await context.store.claimRuns({ ...claim, now: at(61) })).toMatchObject([{ attempt: 2 }]);
  },
  async claimRun(context) {
    await addBooking(context);
    const { booking } = await addBooking(context);
    const one = { ...lease, now: start, booking_id: booking.id };
    expect(await context.store.claimRun(one)).toMatchObject({ booking_id: booking.id, attempt: 1 });
    expect(await context.store.claimRun(one)).toBeUndefined();
  },
  async postponeRun(context) {
    await addBooking(context);
    const run = await claimOne(context);
    const failing = { times: 2, since: start.toISOString() };
    expect(await context.store.postponeRun(run, at(30), failing)).toBe(true);
    expect(await context.store.postponeRun(run, at(30), failing)).toBe(false);
    expect(await context.store.claimRuns({ ...claim, now: at(29) })).toEqual([]);
    expect(await context.store.claimRuns({ ...claim, now: at(30) })).toMatchObject([{ failing, attempt: 2 }]);
  },
  async finishRun(context) {
    await addBooking(context);
    const run = await claimOne(context);
    expect(await context.store.finishRun({ ...run, lease_token: 'lease_b' })).toBe(false);
    expect(await context.store.finishRun(run)).toBe(true);
    expect(await context.store.finishRun(run)).toBe(false);
    expect((await context.store.findNextDue()).runs).toBeNull();
  },
  async findSessionCreations({ store, organization: { organization_id } }) {
    const of = { organization_id, destination: 'ada@diner.test' };
    expect(await store.findSessionCreations(of)).toEqual([]);
    const after = [start.toISOString(), at(1).toISOString()];
    await store.changeSessionCreations({ ...of, before: [], after, forget_before: start });
    expect(await store.findSessionCreations(of)).toEqual(after);
    expect(await store.findSessionCreations({ ...of, destination: 'eve@diner.test' })).toEqual([]);
    expect(await store.findSessionCreations({ ...of, organization_id: 'org_none' })).toEqual([]);
  },
  async changeSessionCreations({ store, organization: { organization_id } }) {
    const change = {
      organization_id,
      destination: 'ada@diner.test',
      before: [],
      after: [start.toISOString()],
      forget_before: start,
    };
    expect(await store.changeSessionCreations(change)).toBe(true);
    expect(await store.changeSessionCreations(change)).toBe(false);
    const other = { ...change, destination: 'eve@diner.test', forget_before: at(1) };
    expect(await store.changeSessionCreations(other)).toBe(true);
    expect(await store.findSessionCreations(change)).toEqual([]);
  },
  async createSession(context) {
    expect(await addSession(context)).toMatchObject({
      organization_id: context.organization.organization_id,
      session: { status: 'pending', destination: 'a***@diner.test' },
      session_reference: 'ref_1',
      card_reference: null,
    });
  },
  async findSession(context) {
    const stored = await addSession(context);
    await addSession(context);
    expect(await context.store.findSession(stored.session.id)).toStrictEqual(stored);
    expect(await context.store.findSession('ses_none')).toBeUndefined();
  },
  async findLatestVerifiedSession(context) {
    const { organization_id } = context.organization;
    const pending = await addSession(context);
    expect(await context.store.findLatestVerifiedSession(organization_id)).toBeUndefined();
    const verified = await verify(context, pending);
    await addSession(context);
    expect(await context.store.findLatestVerifiedSession(organization_id)).toStrictEqual(verified);
    expect(await context.store.findLatestVerifiedSession('org_none')).toBeUndefined();
  },
  async changeSession(context) {
    const before = await addSession(context);
    const changed = await verify(context, before);
    const expected = { version: before.version + 1, card_reference: 'card_1', session: { status: 'verified' } };
    expect(changed).toMatchObject(expected);
    expect(await context.store.findSession(before.session.id)).toStrictEqual(changed);
    expect(await verify(context, before)).toBeUndefined();
  },
  async abandonSpentDeliveries(context) {
    await addBooking(context);
    const { event_id, organization_id, attempts_allowed } = await claimDelivery(context);
    for (let count = 1; count < attempts_allowed; count += 1) {
      const now = at(count * 100);
      expect(await context.store.abandonSpentDeliveries(now, 10)).toEqual([]);
      const again = { ...claim, now, lease_until: at(count * 100 + 60) };
      expect(await context.store.claimDeliveries(again)).toHaveLength(1);
    }
    const spent = await context.store.abandonSpentDeliveries(at(attempts_allowed * 100), 10);
    expect(spent).toEqual([{ event_id, organization_id }]);
    expect(await context.store.listDeliveries({ limit: 1 })).toMatchObject([{ state: 'abandoned' }]);
  },
  async claimTurns(context) {
    await addBooking(context);
    const turns = (now: Date) => context.store.claimTurns({ ...claim, now, receivers: 'quick' });
    expect(await context.store.claimTurns({ ...claim, receivers: 'slow' })).toEqual([]);
    const { organization_id } = context.organization;
    const turn = { organization_id, webhook_url: 'https://diner.test/' };
    expect(await turns(start)).toEqual([turn]);
    expect(await turns(start)).toEqual([]);
    expect(await turns(at(61))).toEqual([turn]);
  },
  async endTurn(context) {
    const { organization_id } = context.organization;
    await addBooking(context);
    await context.store.claimTurns({ ...claim, receivers: 'quick' });
    const turn = { organization_id, now: start, receivers: 'slow' } as const;
    expect(await context.store.endTurn({ ...turn, lease_token: 'lease_b' })).toBe(false);
    expect(await context.store.claimTurns({ ...claim, now: at(1), receivers: 'slow' })).toEqual([]);
    expect(await context.store.endTurn({ ...turn, lease_token: lease.lease_token })).toBe(true);
    expect(await context.store.claimTurns({ ...claim, now: at(1), receivers: 'slow' })).toMatchObject([
      { organization_id },
    ]);
  },
  async claimDeliveries(context) {
    const { organization_id, signing_secret } = context.organization;
    const { booking } = await addBooking(context);
    expect(await context.store.claimDeliveries({ ...claim, organization_id: 'org_none' })).toEqual([]);
    const delivery = await claimDelivery(context);
    expect(delivery).toMatchObject({ organization_id, signing_secret, attempt: 1, webhook_url: 'https://diner.test/' });
    expect(delivery.payload).toContain(booking.id);
    expect(await context.store.claimDeliveries(claim)).toEqual([]);
  },
  async recordAttempts(context) {
    await addBooking(context);
    const first = await claimDelivery(context);
    expect(await context.store.recordAttempts([{ delivery: first, attempt, due_at: at(30) }])).toEqual([true]);
    expect(await context.store.recordAttempts([{ delivery: first, attempt, due_at: at(30) }])).toEqual([false]);
    const [second] = await context.store.claimDeliveries({ ...claim, now: at(30), lease_until: at(90) });
    if (!second) throw new Error('The delivery is not due again.');
    expect(await context.store.recordAttempts([{ delivery: second, attempt, state: 'abandoned' }])).toEqual([true]);
    const attempts = [1, 2].map((number) => ({ attempt: number, status: 500, answer: 'no' }));
    expect(await context.store.listDeliveries({ limit: 1 })).toMatchObject([{ state: 'abandoned', attempts }]);
  },
  async listDeliveries(context) {
    const bookings = [await addBooking(context), await addBooking(context)];
    const ids = bookings.map(({ booking }) => booking.id);
    const listed = await context.store.listDeliveries({ limit: 10 });
    expect(listed.map(({ booking_id }) => booking_id).toSorted()).toEqual(ids.toSorted());
    expect(listed[0]).toMatchObject({ state: 'pending', next_attempt_at: start.toISOString(), attempts: [] });
    expect(await context.store.listDeliveries({ limit: 1 })).toStrictEqual(listed.slice(0, 1));
  },
  async resendDelivery(context) {
    await addBooking(context);
    const delivery = await claimDelivery(context);
    expect(await context.store.resendDelivery(delivery.id, at(1))).toMatchObject({ resent: false });
    await context.store.recordAttempts([{ delivery, attempt, state: 'succeeded' }]);
    const resent = await context.store.resendDelivery(delivery.id, at(1));
    expect(resent).toMatchObject({
      resent: true,
      delivery: { state: 'pending', next_attempt_at: at(1).toISOString() },
    });
    expect(await context.store.claimDeliveries({ ...claim, now: at(1) })).toMatchObject([
      { event_id: delivery.event_id, attempt: 2 },
    ]);
    expect(await context.store.resendDelivery('dlv_none', at(1))).toBeUndefined();
  },
};

describe.each(engines)('%s', (engine) => {
  // The keys of the table are exactly the methods of the port.
  it.each(Object.keys(cases) as Method[])('STA-12: the store does what %s promises', async (method) => {
    await using database = await makeDatabase(engine);
    await using opened = await database.open();
    const used = new Set<unknown>();
    const store = new Proxy(opened, {
      get(of, name) {
        used.add(name);
        return Reflect.get(of, name) as unknown;
      },
    });
    const organization = await createOrganization(store, { name: 'Diner', webhook_url: 'https://diner.test/' }, start);
    await cases[method]({ store, engine, organization });
    expect(used).toContain(method);
  });
});
