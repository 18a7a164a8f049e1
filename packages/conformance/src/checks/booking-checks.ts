import { isDeepStrictEqual } from 'node:util';
import { type Booking, bookingSummaryFields } from '@booking-service/contract';
import { demand } from '../verdict.ts';
import { type Check, type CheckedService, unknownBooking } from '../checked-service.ts';
import { demandRefusal } from '../exchange.ts';

/** The response may show the decision; a service that is busy may respond before it. One of five must show it. */
async function createDecided(service: CheckedService, venue: string): Promise<Booking> {
  let booking = await service.create(venue);
  for (let more = 4; more > 0 && booking.status === 'processing'; more -= 1) booking = await service.create(venue);
  return booking;
}

/** The booking resource. */
export const bookingChecks: readonly Check[] = [
  {
    rules: ['BKG-1', 'EVT-2', 'EVT-3'],
    title: 'an event carries the summary of its moment, and no other field',
    async run(service) {
      const { id } = await service.create();
      await service.waitFor(id, 'confirmed');
      const events = await service.eventsOf(id, 'booking.created', 'booking.confirmed');
      for (const { id: event_id = '', type, created = '', data, ...rest } of events) {
        demand(event_id.startsWith('evt_'), `an event has the id ${event_id}`, 'EVT-2');
        demand(!Number.isNaN(Date.parse(created)) && created.endsWith('Z'), `${type} has created ${created}`, 'EVT-2');
        demand(Object.keys(rest).length === 0, `${type} also has ${Object.keys(rest).join(', ')}`, 'EVT-2');
        const fields = Object.keys(data?.object ?? {});
        const known: readonly string[] = bookingSummaryFields;
        const extra = fields.filter((field) => !known.includes(field));
        demand(extra.length === 0, `the summary also has ${extra.join(', ')}`, 'BKG-1');
        demand(
          ['id', 'object', 'status', 'provider'].every((field) => fields.includes(field)),
          'the summary lacks a field',
          'BKG-1',
        );
      }
      const statuses = events.map(({ type, data }) => `${type} ${data?.object?.status}`).toSorted();
      const first = statuses.includes('booking.created processing') && statuses.includes('booking.confirmed confirmed');
      demand(first, `the events have the statuses of another moment: ${statuses.join(', ')}`, 'EVT-3');
      return statuses.join(', ');
    },
  },
  {
    rules: ['BKG-2', 'BKG-3', 'BKG-6', 'STA-4'],
    title: 'a read returns what was sent, and a confirmation code once confirmed',
    async run(service) {
      const elsewhere = 'https://elsewhere.test/hooks';
      // Letters outside ASCII and outside the first 65,536 characters.
      const guest = { first_name: 'Zoë', last_name: 'Łukasiewicz 𝒜', email: 'conformance@diner.test' };
      const metadata = { note: 'window, 窓' };
      const sent = await service.newBooking(undefined, { webhook_url: elsewhere, metadata, guest });
      const { body } = await service.call('createBooking', { body: sent });
      const { id, status, updated } = body as Booking;
      const read = await service.waitFor(id, 'confirmed');
      demand(read.webhook_url === elsewhere, `webhook_url is ${read.webhook_url}`, 'BKG-3');
      const kept = (['venue_id', 'slot_id', 'party_size'] as const).every((field) => read[field] === sent[field]);
      const same = isDeepStrictEqual([read.guest, read.metadata], [guest, metadata]);
      demand(kept && same, 'a read lacks something that was sent, or changes it', 'BKG-2');
      demand(status === 'confirmed' || read.updated > updated, 'updated is the same after a change', 'BKG-6');
      demand(read.confirmation_code !== undefined, 'a confirmed booking has no confirmation code', 'BKG-6');
      demand(!read.livemode, 'a booking of a test key has livemode', 'BKG-6');
      return `${id} with ${read.confirmation_code}`;
    },
  },
  {
    rules: ['BKG-4', 'BKG-7', 'CRD-3', 'STA-2', 'STA-3'],
    title: 'an external payment asks for approval, and continue confirms it',
    async run(service) {
      await service.requireSandbox();
      const { id } = await service.create(undefined, { payment_collection: 'cardservice_external' });
      const waiting = await service.waitFor(id, 'requires_action');
      const action = waiting.next_action;
      demand(
        action?.type === 'authorize_payment' && action.url !== undefined,
        'next_action is not authorize_payment with a url',
      );
      demand(waiting.expires_at !== undefined, 'it has no expires_at');
      const { status, body } = await service.call('continueBooking', { id, body: { type: 'authorize_payment' } });
      const now = (body as Booking | undefined)?.status;
      demand(status === 200 && now === 'processing', `continue returned ${status}, status ${now}`, 'STA-3');
      await service.waitFor(id, 'confirmed');
      return `${id}: requires_action, processing, confirmed`;
    },
  },
  {
    rules: ['BKG-5'],
    title: 'another payment_collection is refused',
    async run(service) {
      const { payment, next_action } = await service.create();
      const asks = next_action?.type === 'authorize_payment';
      demand(payment === undefined && !asks, 'a booking without payment_collection has a payment');
      const body = await service.newBooking(undefined, { payment_collection: 'cash' });
      return demandRefusal(await service.call('createBooking', { body }), 400, 'invalid_request');
    },
  },
  {
    rules: ['BKG-8', 'STA-7', 'STA-11', 'BKG-2'],
    title: 'a modification is in last_modification, and sends booking.modified',
    async run(service) {
      const { id } = await service.create(undefined, { metadata: { order: 'A-1' } });
      const before = await service.waitFor(id, 'confirmed');
      const { status, body } = await service.call('modifyBooking', { id, body: { party_size: 4 } });
      const { last_modification: last, status: now } = (body ?? {}) as Partial<Booking>;
      demand(status === 200 && now === 'confirmed', `modify returned ${status}, status ${now}`, 'STA-11');
      demand(
        last?.changes?.party_size === 4 && last.modified_at !== undefined,
        'last_modification lacks the new value',
        'BKG-8',
      );
      demandLater(last.modified_at, before, 'modified_at', 'BKG-8');
      demandSame(body as Booking, before, ['party_size', 'price', 'updated', 'last_modification']);
      const slot_id = await service.slotAt(service.options.venue);
      const moved = await service.call('modifyBooking', { id, body: { slot_id } });
      demand(moved.status === 200, `a modification of the slot returned ${moved.status}`, 'BKG-8');
      const read = await service.read(id);
      const isMoved = read.slot_id === slot_id && read.last_modification?.changes.slot_id === slot_id;
      demand(isMoved && read.party_size === 4, 'a booking with another slot has not the new values', 'BKG-8');
      const later = await service.create();
      const early = await service.call('modifyBooking', { id: later.id, body: { party_size: 3 } });
      // While time passes by itself, a fast provider may have confirmed the booking.
      const isDone = !service.clock.movable && (early.body as Partial<Booking> | undefined)?.status === 'confirmed';
      if (!isDone) demandRefusal(early, 409, 'invalid_state', 'STA-11');
      if (service.options.secrets.length > 0) await service.eventsOf(id, 'booking.modified');
      return `${id} has ${JSON.stringify(last.changes)}`;
    },
  },
  {
    rules: ['STA-7', 'ERR-3'],
    title: 'a refused modification is 422 without an event',
    async run(service) {
      for (const [name, code] of [
        ['firm_hand', 'modification_refused'],
        ['fixed_menu', 'modify_unsupported'],
      ] as const) {
        const { id } = await service.create(await service.magicVenue(name));
        await service.waitFor(id, 'confirmed');
        demandRefusal(await service.call('modifyBooking', { id, body: { party_size: 3 } }), 422, code);
        if (service.options.secrets.length > 0) {
          const events = await service.eventsOf(id, 'booking.confirmed');
          demand(!events.some(({ type }) => type === 'booking.modified'), 'a refused modification sent an event');
        }
      }
      return '422 modification_refused, 422 modify_unsupported, no event';
    },
  },
  {
    rules: ['BKG-9', 'STA-5'],
    title: 'a booking that its provider failed is read with its error',
    async run(service) {
      const { id } = await service.create(await service.magicVenue('broken_bell'));
      const { error_code, error_message } = await service.waitFor(id, 'failed');
      demand(error_code === 'provider_failed', `error_code is ${error_code}`);
      demand(error_message !== undefined, 'it has no error_message');
      if (service.options.secrets.length > 0) {
        const events = await service.eventsOf(id, 'booking.failed');
        const failed = events.find(({ type }) => type === 'booking.failed')?.data?.object;
        demand(failed?.['error_code'] === 'provider_failed', 'booking.failed lacks the error_code', 'STA-5');
      }
      return `${id}: ${error_code}`;
    },
  },
  {
    rules: ['BKG-10'],
    title: 'another organization gets 404',
    async run(service) {
      const { id } = await service.create();
      const key = service.other;
      const read = demandRefusal(await service.call('getBooking', { id, key }), 404, 'not_found');
      demandRefusal(await service.call('cancelBooking', { id, key, body: {} }), 404, 'not_found');
      return read;
    },
  },
  {
    rules: ['BKG-10', 'AUT-2'],
    title: 'a key of the other environment gets wrong_key_environment',
    async run(service) {
      const { id } = await service.create();
      const key = service.live;
      demandRefusal(await service.call('cancelBooking', { id, key, body: {} }), 403, 'wrong_key_environment');
      return demandRefusal(await service.call('getBooking', { id, key }), 403, 'wrong_key_environment');
    },
  },
  {
    rules: ['BKG-11'],
    title: 'a slot that is not offered and a missing last name make no booking',
    async run(service) {
      const body = await service.newBooking(undefined, { slot_id: 'slt_unknown_slot' });
      const slot = demandRefusal(await service.call('createBooking', { body }), 409, 'slot_not_offered');
      const venue = await service.magicVenue('family_name').catch(() => undefined);
      if (venue === undefined) return slot;
      const guest = { first_name: 'Ada', email: 'conformance@diner.test' };
      const nameless = await service.newBooking(venue, { guest });
      return `${slot}, ${demandRefusal(await service.call('createBooking', { body: nameless }), 422, 'missing_last_name')}`;
    },
  },
  {
    rules: ['BKG-12'],
    title: 'a provider that responds at once decides in the response to the create',
    async run(service) {
      for (const [name, end] of [
        ['express_counter', 'confirmed'],
        ['closed_kitchen', 'failed'],
      ] as const) {
        const { id, status } = await createDecided(service, await service.magicVenue(name));
        demand(status === end, `the status is ${status}`);
        if (service.options.secrets.length > 0) await service.eventsOf(id, 'booking.created', `booking.${end}`);
      }
      return 'confirmed and failed in the response';
    },
  },
  {
    rules: ['END-4'],
    title: 'an unknown booking gets 404',
    run: async (service) => demandRefusal(await service.call('getBooking', { id: unknownBooking }), 404, 'not_found'),
  },
];

/** The largest difference between the clocks of two computers of the service, in milliseconds. */
const skew_ms = 1000;

/** Throws Broken if a field besides these differs between two reads of a booking. A change of a booking keeps its other fields. */
export function demandSame(after: Booking, before: Booking, changing: readonly (keyof Booking)[]): void {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof Booking)[]);
  const lost = [...fields].find(
    (field) => !changing.includes(field) && !isDeepStrictEqual(after[field], before[field]),
  );
  demand(lost === undefined, `the change of a booking also changed ${lost}`, 'BKG-2');
}

/** Throws Broken if the instant of a change is before the booking's last change, as the time of the booking itself would be. */
export function demandLater(instant: string | undefined, { updated }: Booking, what: string, rule: string): void {
  const isLater = Date.parse(instant ?? '') >= Date.parse(updated) - skew_ms;
  demand(isLater, `${what} is ${instant}, before the change`, rule);
}
