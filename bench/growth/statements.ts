import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Store } from '@booking-service/server';
import { type Accepted, bookingsEach, leaseAt, newBooking, newEvent, type Outcomes, recordOf } from './planting.ts';
import { destination, idempotencyKey, keyDigest, organizationId, type Place, tagOf, tags } from './place.ts';

/** A method of the store that is measured. */
export interface Statement {
  readonly name: string;
  /** Calls in one round. Default: 100. */
  readonly calls?: number;
  /** Returns this many calls, of other rows each. What it does itself is not measured. */
  readonly prepare: (world: World, calls: number) => Promise<Call[]> | Call[];
}

type Call = () => Promise<unknown>;

/** A statement whose calls need no preparation. */
function plain(name: string, call: (world: World) => Call, calls?: number): Statement {
  return {
    name,
    ...(calls !== undefined && { calls }),
    prepare: (world, count) => Array.from({ length: count }, () => call(world)),
  };
}

/** Returns the results of this many concurrent calls. */
function times<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, call));
}

/** Returns the value. Throws if it is missing, because a benchmark of nothing measures nothing. */
function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('A planted row is missing.');
  return found;
}

/** A create as the service stores it: booking, idempotency key, event, delivery and run. */
function newCreate(tag: string): Accepted {
  const ms = Date.now();
  // Random, as in the service, where the booking's id follows from the caller's idempotency key.
  const booking = newBooking({ id: `bkg_${randomUUID().replaceAll('-', '')}`, ms, status: 'processing' });
  return {
    organization_id: organizationId(tag),
    booking,
    idempotency_key: randomUUID(),
    events: [freshEvent(booking)],
    run: { step: 1, due_at: booking.created },
  };
}

/** An event with a new id. */
function freshEvent(booking: Accepted['booking']): Accepted['events'][number] {
  const tag = randomUUIDv7().replaceAll('-', '').slice(-16);
  return newEvent(booking, { number: 0xfff, ms: Date.now(), tag });
}

type Claimed = NonNullable<Awaited<ReturnType<Store['claimRun']>>>;

type Owned = Parameters<Store['findBooking']>[0];

/** A planted database with an open store. */
export interface World extends AsyncDisposable {
  readonly place: Place;
  readonly store: Store;
  readonly bookings: number;
  /** Returns the tag of the next organization. All organizations come in turn, in no order of their rows. */
  readonly nextTag: () => string;
  /** Returns a number that no other call has returned. */
  readonly nextNumber: () => number;
  /** Names a planted booking, or the session. */
  readonly bookingOf: (tag: string, number: number) => Owned;
  readonly sessionOf: (tag: string) => Owned;
  /** Returns the next time, in milliseconds. Every lease of an earlier time has ended. */
  readonly nextTime: () => number;
}

const step_ms = 120_000;
/** A prime, so that it shares no factor with the number of organizations. */
const stride = 7_919;

export async function openWorld(place: Place, bookings: number): Promise<World> {
  const store = await place.openStore();
  const saved = (table: string) =>
    place.query(`SELECT id FROM ${table} WHERE organization_id = '${organizationId(tags.done)}' ORDER BY id`);
  const bookingIds = (await saved('bookings')).map(({ id }) => String(id));
  const [session] = await saved('sessions');
  const organizations = bookings / bookingsEach;
  const begun = Math.floor(Math.random() * organizations);
  let [tag, number, time_ms] = [begun, 0, Date.now()];
  return {
    place,
    store,
    bookings,
    nextTag: () => tagOf(((tag += stride) % organizations) + 1),
    nextNumber: () => (number += 1),
    bookingOf: (of, index) => ({
      organization_id: organizationId(of),
      id: (bookingIds[index] ?? '').replace(tags.done, of),
    }),
    sessionOf: (of) => ({ organization_id: organizationId(of), id: String(session?.['id']).replace(tags.done, of) }),
    nextTime: () => (time_ms += step_ms),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

const runLease = 'lease_run';

/** The calls of requests, and those of the worker for one booking. Each call is about another organization. */
export const requestStatements: readonly Statement[] = [
  plain('authenticate', ({ store, nextTag }) => {
    const digest = keyDigest(nextTag());
    return async () => required(await store.authenticate(digest));
  }),
  plain('admit', ({ store, nextTag }) => {
    const request = { digest: keyDigest(nextTag()), window_start: new Date().toISOString().slice(0, 16) };
    return async () => required(await store.admit(request));
  }),
  plain('findBookingText', ({ store, nextTag, nextNumber, bookingOf }) => {
    const booking = bookingOf(nextTag(), nextNumber() % 10);
    return async () => required(await store.findBookingText(booking));
  }),
  plain('findBooking', ({ store, nextTag, nextNumber, bookingOf }) => {
    const booking = bookingOf(nextTag(), nextNumber() % 10);
    return async () => required(await store.findBooking(booking));
  }),
  plain('findBookingByKey', ({ store, nextTag, nextNumber }) => {
    const tag = nextTag();
    const key = { livemode: true, idempotency_key: idempotencyKey(nextNumber() % 10, tag) };
    return async () => required(await store.findBookingByKey({ organization_id: organizationId(tag), ...key }));
  }),
  plain('createBooking', ({ store, nextTag }) => {
    const create = newCreate(nextTag());
    return () => store.createBooking(create);
  }),
  {
    name: 'changeBooking with event',
    async prepare({ store, nextTag, nextNumber, bookingOf }, calls) {
      const found = await times(calls, () => store.findBooking(bookingOf(nextTag(), nextNumber() % 10)));
      return found.map(required).map((before) => {
        const booking = { ...before.booking, updated: new Date().toISOString() };
        return async () => required(await store.changeBooking({ before, booking, events: [freshEvent(booking)] }));
      });
    },
  },
  {
    name: 'claimRun',
    async prepare(world, calls) {
      const runs = await createMany(world, calls);
      const lease = leaseAt(world.nextTime(), runLease);
      return runs.map((run) => async () => required(await world.store.claimRun({ ...lease, ...run })));
    },
  },
  {
    name: 'postponeRun',
    prepare: async (world, calls) =>
      (await claimMany(world, calls)).map((run) => () => world.store.postponeRun(run, new Date(world.nextTime()))),
  },
  {
    name: 'finishRun',
    prepare: async (world, calls) =>
      (await claimMany(world, calls)).map((run) => () => world.store.finishRun(run, run)),
  },
  plain('createSession', ({ store, nextTag }) => {
    const [organization_id, session] = [organizationId(nextTag()), newSession()];
    return () => store.createSession({ organization_id, session, destination: 'ada@diner.test', code: '424242' });
  }),
  plain('findSession', ({ store, nextTag, sessionOf }) => {
    const session = sessionOf(nextTag());
    return async () => required(await store.findSession(session));
  }),
  plain('findSealedCode', ({ store, nextTag, sessionOf }) => {
    const session = sessionOf(nextTag());
    return async () => required(await store.findSealedCode(session));
  }),
  plain('findLatestVerifiedSession', ({ store, nextTag }) => {
    const organization_id = organizationId(nextTag());
    return async () => required(await store.findLatestVerifiedSession(organization_id));
  }),
  {
    name: 'changeSession',
    prepare: async ({ store, nextTag, sessionOf }, calls) =>
      (await times(calls, () => store.findSession(sessionOf(nextTag()))))
        .map(required)
        .map((before) => async () => required(await store.changeSession({ before, session: before.session }))),
  },
  plain('findSessionCreations', ({ store, nextTag }) => {
    const tag = nextTag();
    const owner = { organization_id: organizationId(tag), destination: destination(tag) };
    return () => store.findSessionCreations(owner);
  }),
  plain('changeSessionCreations', ({ store, nextTag, nextNumber }) => {
    const now = new Date();
    const owner = { organization_id: organizationId(nextTag()), destination: `bob-${now.getTime()}-${nextNumber()}` };
    const change = { ...owner, before: [], after: [now.toISOString()], forget_before: new Date(0) };
    return () => store.changeSessionCreations(change);
  }),
];

async function createMany(
  { store, nextTag }: World,
  calls: number,
): Promise<Pick<Claimed, 'organization_id' | 'booking_id'>[]> {
  const created = await times(calls, () => store.createBooking(newCreate(nextTag())));
  return created.map(({ stored: { organization_id, booking } }) => ({ organization_id, booking_id: booking.id }));
}

async function claimMany(world: World, calls: number): Promise<Claimed[]> {
  const runs = await createMany(world, calls);
  const lease = leaseAt(world.nextTime(), runLease);
  return Promise.all(runs.map(async (run) => required(await world.store.claimRun({ ...lease, ...run }))));
}

function newSession() {
  const now = new Date();
  return {
    id: `ses_${randomUUIDv7().replaceAll('-', '')}`,
    object: 'session',
    status: 'pending',
    channel: 'email',
    destination: 'a***@diner.test',
    created: now.toISOString(),
    expires_at: new Date(now.getTime() + 600_000).toISOString(),
    attempts_left: 3,
  } as const;
}

const [turnLease, runWorkLease] = ['lease_turn', 'lease_runs'];
const calls = 20;

/** The calls of the worker, the metrics and the operator. They are measured while nothing is due, and while much is due. */
export const pollStatements: readonly Statement[] = [
  poll('findNextDue', ({ store }) => store.findNextDue()),
  poll('findNextTurns', ({ store }) => store.findNextTurns()),
  poll('readWorkload', ({ store }) => store.readWorkload(new Date())),
  poll('claimExpired, 100', ({ store, nextTime }) => {
    const now = new Date(nextTime());
    return store.claimExpired({ now, lease_until: now, limit: 100 });
  }),
  poll('listDeliveries, 50', ({ store, nextTag }) =>
    store.listDeliveries({ organization_id: organizationId(nextTag()), limit: 50 }),
  ),
  poll('claimTurns, 20', ({ store, nextTime }) =>
    store.claimTurns({ ...leaseAt(nextTime(), turnLease), limit: 20, receivers: 'quick' }),
  ),
  poll('claimRuns, 50', ({ store, nextTime }) => store.claimRuns({ ...leaseAt(nextTime(), runWorkLease), limit: 50 })),
  {
    name: 'readyRuns, 5',
    calls,
    async prepare({ store, nextTime }, count) {
      await store.claimRuns({ ...leaseAt(nextTime(), runWorkLease), limit: 5 * count });
      const due = { now: new Date(nextTime()), limit: 5 };
      return Array.from({ length: count }, () => () => store.readyRuns(due));
    },
  },
];

function poll(name: string, call: (world: World) => Promise<unknown>): Statement {
  return { name, calls, prepare: (world, count) => Array.from({ length: count }, () => () => call(world)) };
}

/** One turn of an organization with 10 due deliveries. */
export const turnStatements: readonly Statement[] = [
  {
    name: 'claimDeliveries of one organization, 10',
    calls,
    prepare: (world, count) =>
      Array.from({ length: count }, () => {
        const claim = claimOf(world);
        return () => world.store.claimDeliveries(claim);
      }),
  },
  {
    name: 'recordAttempts, 10',
    calls,
    async prepare(world, count) {
      const claims = Array.from({ length: count }, () => claimOf(world));
      const claimed = await Promise.all(claims.map((claim) => world.store.claimDeliveries(claim)));
      return claimed.map((deliveries, index) => {
        const at = claims[index]?.now ?? new Date();
        const outcomes = deliveries.map((delivery): Outcomes[number] => ({
          delivery,
          attempt: recordOf(at.getTime()),
          due_at: at,
        }));
        return async () => outcomes.length > 0 && world.store.recordAttempts(outcomes);
      });
    },
  },
  {
    name: 'endTurns, 1',
    calls,
    async prepare(world, count) {
      const lease = leaseAt(world.nextTime(), turnLease);
      const turns = await world.store.claimTurns({ ...lease, limit: count, receivers: 'quick' });
      return turns.map(({ organization_id }) => {
        const turn = { organization_id, lease_token: turnLease, now: lease.now, receivers: 'quick' } as const;
        return () => world.store.endTurns([turn]);
      });
    },
  },
];

function claimOf({ nextTag, nextTime }: World) {
  return { ...leaseAt(nextTime(), 'lease_delivery'), of: [organizationId(nextTag())], limit: 10 };
}
