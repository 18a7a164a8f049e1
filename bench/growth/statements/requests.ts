/** The calls of requests, and those of the worker for one booking. Each call is about another organization. */
import { randomUUIDv7 } from 'node:crypto';
import { leaseAt } from '../planting/add-organization.ts';
import { destination, idempotencyKey, keyDigest, organizationId } from '../planting/planted-ids.ts';
import type { World } from '../world.ts';
import { freshEvent, newCreate, plain, required, times, type Claimed, type Statement } from './statement.ts';

const runLease = 'lease_run';

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
