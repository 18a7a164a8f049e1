import { isDeepStrictEqual } from 'node:util';
import { runs, sandbox, type Booking } from '@booking-service/contract';
import { demand, Unchecked } from '../verdict.ts';
import type { Check, CheckedService } from '../checked-service.ts';
import { demandRefusal } from '../exchange.ts';
import { demandLater, demandSame } from './booking-checks.ts';

const minutes = 60;
const code = { type: 'enter_code', code: sandbox.code };

async function waitingForCode(service: CheckedService): Promise<Booking> {
  const { id } = await service.create(await service.magicVenue('code_house'));
  return service.waitFor(id, 'requires_action');
}

/** The transitions of a booking, and the events that each sends. */
export const stateChecks: readonly Check[] = [
  {
    rules: ['STA-1', 'STA-4'],
    title: 'a booking is created, then confirmed, with an event for each',
    async run(service) {
      const { id, status } = await service.create();
      demand(['processing', 'confirmed', 'requires_action'].includes(status), `a new booking is ${status}`, 'STA-1');
      await service.waitFor(id, 'confirmed');
      const events = await service.eventsOf(id, 'booking.created', 'booking.confirmed');
      const wrong = events.filter(({ type }) => type === 'booking.processing');
      demand(wrong.length === 0, 'a create sent booking.processing', 'STA-1');
      return `${status}, then confirmed`;
    },
  },
  {
    rules: ['STA-2', 'STA-3', 'STA-10', 'BKG-7', 'END-5'],
    title: 'a booking waits for a code, and continue confirms it',
    async run(service) {
      const { id, next_action } = await waitingForCode(service);
      demand(next_action?.type === 'enter_code', `next_action is ${next_action?.type}`, 'BKG-7');
      demand(
        next_action.destination?.includes('***') ?? false,
        `the destination is ${next_action.destination}`,
        'BKG-7',
      );
      const payment = await service.call('continueBooking', { id, body: { type: 'authorize_payment' } });
      demandRefusal(payment, 409, 'invalid_state', 'STA-10');
      const { status, body } = await service.call('continueBooking', { id, body: code });
      const now = (body as Booking | undefined)?.status;
      demand(status === 200 && now === 'processing', `continue returned ${status}, status ${now}`, 'STA-3');
      await service.waitFor(id, 'confirmed');
      const types = ['booking.requires_action', 'booking.processing', 'booking.confirmed'];
      const events = await service.eventsOf(id, ...types);
      const asked = events.find(({ type }) => type === 'booking.requires_action')?.data?.object;
      demand(asked?.['next_action'] !== undefined, 'booking.requires_action has no next_action', 'STA-2');
      const going = events.find(({ type }) => type === 'booking.processing')?.data?.object?.status;
      demand(going === 'processing', `booking.processing carries the status ${going}`, 'STA-3');
      return `${id}: ${types.join(', ')}`;
    },
  },
  {
    rules: ['STA-6', 'BKG-2', 'EVT-2'],
    title: 'a cancelled booking keeps its fields and sends booking.cancelled',
    async run(service) {
      const { id } = await service.create();
      const before = await service.waitFor(id, 'confirmed');
      const { status, body } = await service.call('cancelBooking', { id, body: {} });
      demand(status === 200, `a cancel returned ${status}`);
      demandSame(body as Booking, before, ['status', 'updated']);
      const events = await service.eventsOf(id, 'booking.cancelled');
      const cancelled = events.find(({ type }) => type === 'booking.cancelled');
      demandLater(cancelled?.created, before, 'created of booking.cancelled', 'EVT-2');
      return id;
    },
  },
  {
    rules: ['STA-8', 'STA-9', 'EVT-1'],
    title: 'a booking left alone for 20 minutes expires without an event',
    async run(service) {
      const { id, expires_at, updated } = await waitingForCode(service);
      // Not read until its webhooks have been seen: a read may be what lets a booking expire.
      const unread = await waitingForCode(service);
      const end = Date.parse(expires_at ?? '');
      const whole = (end - Date.parse(updated)) / 1000;
      demand(Math.abs(whole - 20 * minutes) <= 1, `it expires after ${whole.toFixed(0)} s`, 'STA-9');
      const left = service.clock.movable ? (end - service.clock.now()) / 1000 : whole;
      await service.clock.pass(left - minutes);
      demand((await service.read(id)).status === 'requires_action', 'it has expired too early', 'STA-8');
      await service.clock.pass(minutes + 1);
      demand((await service.read(id)).status === 'expired', 'it has not expired', 'STA-9');
      demandRefusal(await service.call('continueBooking', { id, body: code }), 409, 'invalid_state', 'STA-9');
      demandRefusal(await service.call('cancelBooking', { id, body: {} }), 409, 'invalid_state', 'STA-10');
      if (service.options.secrets.length > 0) {
        await service.clock.pass(2 * minutes);
        const late = [id, unread.id].flatMap((each) => service.hooksOf(each)).flatMap(({ event }) => event?.type ?? []);
        const known = new Set(['booking.created', 'booking.requires_action']);
        demand(
          late.every((type) => known.has(type)),
          `it sent ${late.join(', ')}`,
          'EVT-1',
        );
      }
      demand((await service.read(unread.id)).status === 'expired', 'it has not expired unless it was read', 'STA-9');
      return `${id} expired at ${expires_at}`;
    },
  },
  {
    rules: ['STA-9'],
    title: 'each return to requires_action starts another 20 minutes',
    async run(service) {
      const { id } = await waitingForCode(service);
      await service.clock.pass(15 * minutes);
      await service.call('continueBooking', { id, body: { type: 'enter_code', code: '111111' } });
      const { expires_at } = await service.waitFor(id, 'requires_action');
      const left = (Date.parse(expires_at ?? '') - service.clock.now()) / 1000;
      demand(left > 19 * minutes, `after a wrong code it expires in ${left.toFixed(0)} s`);
      return `expires at ${expires_at}`;
    },
  },
  {
    rules: ['STA-10'],
    title: 'a request that the status does not allow gets 409 and changes nothing',
    async run(service) {
      const { id } = await service.create();
      await service.call('cancelBooking', { id, body: {} });
      const { updated } = await service.waitFor(id, 'cancelled');
      const requests = [
        await service.call('cancelBooking', { id, body: {} }),
        await service.call('continueBooking', { id, body: code }),
        await service.call('modifyBooking', { id, body: { party_size: 3 } }),
      ];
      for (const response of requests) {
        demandRefusal(response, 409, 'invalid_state');
        demand(response.text.includes('cancelled'), 'the refusal does not name the current status');
      }
      demand((await service.read(id)).updated === updated, 'a refused request changed the booking');
      return `${requests.length} requests to a cancelled booking`;
    },
  },
  {
    rules: ['STA-10'],
    title: 'a booking can be cancelled while it waits',
    async run(service) {
      const { id } = await waitingForCode(service);
      const { status } = await service.call('cancelBooking', { id, body: {} });
      demand(status === 200, `a cancel of a booking in requires_action returned ${status}`);
      demand(
        (await service.read(id)).status === 'cancelled',
        'a booking that was cancelled while it waited is not cancelled',
      );
      if (service.options.secrets.length > 0) await service.eventsOf(id, 'booking.cancelled');
      return id;
    },
  },
  {
    rules: ['STA-13'],
    title: 'a cancel during the run ends with one final state and one event for it',
    async run(service) {
      const { id } = await service.create();
      const { status } = await service.call('cancelBooking', { id, body: {} });
      demand(status === 200, `a cancel of a new booking returned ${status}`);
      await service.eventsOf(id, 'booking.created', 'booking.cancelled');
      if (service.clock.movable) await service.clock.pass(2 * minutes);
      demand((await service.read(id)).status === 'cancelled', 'a cancelled booking has moved');
      const final = new Map(service.hooksOf(id).map(({ event }) => [event?.id, event?.type]));
      const types = [...final.values()].filter((type) => type !== 'booking.created');
      demand(types.join() === 'booking.cancelled', `it sent ${types.join(', ')}`);
      return `${id}: booking.cancelled once`;
    },
  },
  {
    rules: ['STA-14'],
    title: 'a run whose provider keeps failing ends the booking after an hour',
    async run(service) {
      const { admin } = service;
      await service.requireSandbox();
      const { id } = await service.create();
      if ((await admin.statusOf('PUT /sandbox/faults', { provider: { behavior: 'failing' } })) !== 200) {
        throw new Unchecked('the provider cannot be made to fail');
      }
      try {
        await service.clock.pass(runs.give_up_after_seconds - 300);
        demand((await service.read(id)).status === 'processing', 'the run was given up too early');
        await service.clock.pass(600);
        const { status, error_code } = await service.read(id);
        demand(status === 'failed' && error_code === 'provider_failed', `the booking is ${status} with ${error_code}`);
      } finally {
        await admin.call('PUT /sandbox/faults', { provider: { behavior: 'normal' } });
      }
      return `${id}: failed with provider_failed`;
    },
  },
  {
    rules: ['BKG-14', 'BKG-7', 'STA-2', 'STA-3'],
    title: 'a booking to confirm later waits for its caller, and takes the guest of the confirmation',
    async run(service) {
      const { id, status: first } = await service.create(undefined, {
        confirm_later: true,
        metadata: { order: 'B-1' },
      });
      const { next_action: action, expires_at } = await service.read(id);
      demand(first === 'requires_action' && action?.type === 'confirm_booking', `it is ${first}, ${action?.type}`);
      demand(expires_at !== undefined, 'it has no expires_at');
      if (service.options.secrets.length > 0) await service.eventsOf(id, 'booking.created', 'booking.requires_action');
      const guest = { first_name: 'Grace', last_name: 'Hopper', email: 'conformance@diner.test' };
      const metadata = { order: 'B-2' };
      const { status } = await service.call('continueBooking', {
        id,
        body: { type: 'confirm_booking', guest, metadata },
      });
      demand(status === 200, `continue returned ${status}`, 'STA-3');
      const confirmed = await service.waitFor(id, 'confirmed');
      demand(isDeepStrictEqual(confirmed.guest, guest), 'the booking has another guest', 'BKG-14');
      demand(isDeepStrictEqual(confirmed.metadata, metadata), 'the booking has other metadata', 'BKG-14');
      const both = { confirm_later: true, payment_collection: 'cardservice_external' };
      const refused = await service.call('createBooking', { body: await service.newBooking(undefined, both) });
      demandRefusal(refused, 400, 'invalid_request', 'BKG-14');
      return `${id}: requires_action, confirmed`;
    },
  },
];
