/**
 * Every transition of the contract's table, taken over HTTP (or by the provider or by time, if the table says so), with the events
 * that it sends. The transitions that this version cannot take are listed separately. A request that the table does not allow is
 * refused, and changes neither the booking nor its events.
 */
import { bookingStates, type Booking, type Transition, type BookingStatus } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createSandboxProvider, type Provider } from '../../src/index.ts';
import { createManualClock, openWorld, type World } from '../../src/testing.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';

const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });

/** The sandbox provider, except that one guest has to enter a code immediately. */
const provider: Provider = {
  ...sandbox,
  book: async (step, context) =>
    step.booking.guest.first_name === 'Code at once'
      ? { outcome: 'requires_action', next_action: { type: 'enter_code', channel: 'sms', destination: '+3***00' } }
      : sandbox.book(step, context),
};

interface Way {
  /** Brings a booking to the start of the transition. */
  readonly arrange?: (world: World) => Promise<string>;
  /** Takes the transition. A create returns the id. */
  readonly take: (world: World, id: string) => Promise<string | void>;
}

const ways: Readonly<Record<string, Way>> = {
  'create: null -> processing': { take: (world) => create(world, 'harbour_table') },
  'create: null -> requires_action': {
    take: (world) => create(world, 'express_counter', { first_name: 'Code at once' }),
  },
  'create: null -> confirmed': { take: (world) => create(world, 'express_counter') },
  'create: null -> failed': { take: (world) => create(world, 'closed_kitchen') },
  'provider: processing -> requires_action': { arrange: (world) => create(world, 'code_house'), take: settle },
  'provider: processing -> confirmed': { arrange: (world) => create(world, 'harbour_table'), take: settle },
  'provider: processing -> failed': { arrange: (world) => create(world, 'broken_bell'), take: settle },
  'cancel: processing -> cancelled': { arrange: (world) => create(world, 'harbour_table'), take: cancel },
  'continue: requires_action -> processing': { arrange: (world) => created(world, 'code_house'), take: enterCode },
  'cancel: requires_action -> cancelled': { arrange: (world) => created(world, 'code_house'), take: cancel },
  'time: requires_action -> expired': {
    arrange: (world) => created(world, 'code_house'),
    take: (world) => world.clock.advance(20 * 60_000 + 1),
  },
  'cancel: confirmed -> cancelled': { arrange: (world) => created(world, 'harbour_table'), take: cancel },
};

/** In this test no provider modifies a booking or fails one that waits in requires_action, and no card service sends events. */
const notTaken = [
  'provider: requires_action -> failed',
  'modify: confirmed -> confirmed',
  'provider: requires_action -> processing',
];

const taken = bookingStates.transitions
  .filter((transition) => !notTaken.includes(nameOf(transition)))
  .map((transition) => ({ rules: transition.rules.join(' '), name: nameOf(transition), transition }));

it.each(taken)('$rules STA-10: takes $name and sends exactly its events', async ({ name, transition }) => {
  await using world = await openWorld({ providers: [provider], tick_seconds: 3600 });
  const way = ways[name];
  if (!way) throw new Error(`No test takes the transition ${name}.`);
  const arranged = await way.arrange?.(world);
  expect(arranged === undefined ? null : await statusOf(world, arranged)).toBe(transition.from);
  const before = await eventsSoFar(world);

  const id = (await way.take(world, arranged ?? '')) ?? arranged ?? '';
  expect(await statusOf(world, id)).toBe(transition.to);
  expect((await eventsSoFar(world)).slice(before.length)).toEqual(transition.events);
});

it('STA-10: takes every transition except the listed ones', () => {
  const names = bookingStates.transitions.map(nameOf);
  expect(names.filter((name) => !(name in ways))).toEqual(notTaken);
  expect(Object.keys(ways).filter((name) => !names.includes(name))).toEqual([]);
});

const requests = {
  continue: { type: 'enter_code', code: '424242' },
  cancel: {},
  modify: { party_size: 3 },
} as const;
type Trigger = keyof typeof requests;

const statuses = Object.keys(bookingStates.states) as BookingStatus[];
const triggers = Object.keys(requests) as Trigger[];
const refused = statuses.flatMap((status) =>
  triggers.filter((trigger) => !isAllowed(trigger, status)).map((trigger) => ({ status, trigger })),
);

it.each(refused)(
  'STA-10: refuses $trigger of a $status booking with 409 invalid_state',
  async ({ status, trigger }) => {
    await using world = await openWorld({ tick_seconds: 3600 });
    const id = await reach(world, status);
    const before = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    expect(before.body.status).toBe(status);
    const events = await payloadsSoFar(world);

    const response = await world.call<{ error: string }>('POST', `/v1/bookings/${id}/${trigger}`, {
      body: requests[trigger],
    });
    expect(response).toMatchObject({ status: 409, body: { error_code: 'invalid_state' } });
    expect(response.body.error).toContain(status);
    expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(before.body);
    expect(await payloadsSoFar(world)).toEqual(events);
  },
);

it('STA-10: the table refuses thirteen of eighteen requests', () => {
  expect(refused).toHaveLength(13);
});

it('STA-10: refuses the input of another next action with 409 and changes nothing', async () => {
  await using world = await openWorld({ tick_seconds: 3600 });
  const waiting = await reach(world, 'requires_action');
  const paid = await create(world, 'harbour_table', { payment_collection: 'cardservice_external' });
  for (const [id, body] of [
    [waiting, { type: 'authorize_payment' }],
    [paid, requests.continue],
  ] as const) {
    const before = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    const events = await payloadsSoFar(world);
    const response = await world.call<{ error: string }>('POST', `/v1/bookings/${id}/continue`, { body });
    expect(response).toMatchObject({ status: 409, body: { error_code: 'invalid_state' } });
    expect(response.body.error).toContain('requires_action');
    await world.clock.advance(2_000);
    expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(before.body);
    expect(await payloadsSoFar(world)).toEqual(events);
  }
});

function nameOf({ trigger, from, to }: Transition): string {
  return `${trigger}: ${from} -> ${to}`;
}

async function create(
  world: World,
  place: string,
  { first_name = 'Ada', ...more }: { readonly first_name?: string; readonly payment_collection?: string } = {},
): Promise<string> {
  const body = { ...newBooking({ venue: place, guest: newGuest({ first_name }) }), ...more };
  const response = await world.call<Booking>('POST', '/v1/bookings', { body });
  expect(response.status).toBe(201);
  return response.body.id;
}

async function created(world: World, place: string): Promise<string> {
  const id = await create(world, place);
  await settle(world);
  return id;
}

function settle(world: World): Promise<void> {
  return world.clock.advance(2_000);
}

async function cancel(world: World, id: string): Promise<void> {
  expect(await world.call('POST', `/v1/bookings/${id}/cancel`)).toMatchObject({ status: 200 });
}

async function enterCode(world: World, id: string): Promise<void> {
  const body = { type: 'enter_code', code: '424242' };
  expect(await world.call('POST', `/v1/bookings/${id}/continue`, { body })).toMatchObject({ status: 200 });
}

async function statusOf(world: World, id: string): Promise<string> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body.status;
}

/** Returns the types of all events so far, oldest first. */
async function eventsSoFar(world: World): Promise<string[]> {
  return (await claimAll(world)).map(({ event_type }) => event_type);
}

/** Returns all events so far, oldest first. */
async function payloadsSoFar(world: World): Promise<string[]> {
  return (await claimAll(world)).map(({ payload }) => payload);
}

/** Claims the deliveries of all events so far. They are due, because the next tick is far away. */
function claimAll({ store, clock }: World): ReturnType<World['store']['claimDeliveries']> {
  return store.claimDeliveries({
    now: clock.now(),
    lease_until: new Date(0),
    lease_token: 'lease_test',
    limit: 100,
  });
}

function isAllowed(trigger: Trigger, status: BookingStatus): boolean {
  return bookingStates.transitions.some((transition) => transition.trigger === trigger && transition.from === status);
}

/** Creates a booking with this status. */
async function reach(world: World, status: BookingStatus): Promise<string> {
  const places = {
    processing: 'harbour_table',
    confirmed: 'harbour_table',
    failed: 'broken_bell',
    cancelled: 'harbour_table',
  };
  const id = await create(world, { requires_action: 'code_house', expired: 'code_house', ...places }[status]);
  if (status !== 'processing') await world.clock.advance(2_000);
  if (status === 'cancelled') await world.call('POST', `/v1/bookings/${id}/cancel`);
  if (status === 'expired') await world.clock.advance(20 * 60_000 + 1);
  return id;
}
