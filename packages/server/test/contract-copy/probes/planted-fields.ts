/** Sends planted fields through a service, and prints where each arrived. new-fields.test.ts runs it in its copy. */
import type { Booking, ContinueBooking } from '@booking-service/contract';
import { createSandboxProvider, type Provider } from '../../../src/index.ts';
import { createManualClock, openWorld } from '../../../src/testing.ts';
import { newBooking, newGuest } from '../../support/new-booking.ts';

/** A body with fields that the types of the current contract do not have. */
type Planted<T> = T & Readonly<Record<string, unknown>>;

const start = new Date('2026-11-21T09:30:00.000Z');
const arrived: Record<string, unknown> = {};

const sandbox = createSandboxProvider({ clock: createManualClock(start) });
const provider: Provider = {
  ...sandbox,
  checkRequest(request: Planted<Parameters<Provider['checkRequest']>[0]>, context) {
    arrived['CreateBooking at the provider'] = request['planted_booking'];
    return sandbox.checkRequest(request, context);
  },
  book(step, context) {
    const answer = step.answer as Planted<ContinueBooking> | undefined;
    if (answer?.type === 'enter_code') arrived['EnteredCode at the provider'] = answer['planted_EnteredCode'];
    if (answer?.type === 'authorize_payment') {
      arrived['AuthorizedPayment at the provider'] = answer['planted_AuthorizedPayment'];
    }
    return sandbox.book(step, context);
  },
  async modify({ changes }) {
    arrived['ModifyBooking at the provider'] = (changes as Planted<object>)['planted_booking'];
    return { outcome: 'modified' };
  },
};

{
  await using world = await openWorld({ start, providers: [provider] });

  async function create(place: string, more: object = {}): Promise<Planted<Booking>> {
    const { body } = await world.call<Planted<Booking>>('POST', '/v1/bookings', {
      body: {
        ...newBooking({ venue: place, date: '2026-11-22' }),
        guest: { ...newGuest(), planted_Guest: 'kept' },
        planted_booking: 'kept',
        ...more,
      },
    });
    return body;
  }
  const read = async ({ id }: Booking) => (await world.call<Planted<Booking>>('GET', `/v1/bookings/${id}`)).body;
  const carryOn = ({ id }: Booking, body: object) => world.call('POST', `/v1/bookings/${id}/continue`, { body });

  const confirmed = await create('express_counter');
  arrived['CreateBooking in the response'] = confirmed['planted_booking'];
  const stored = await read(confirmed);
  arrived['CreateBooking in the stored booking'] = stored['planted_booking'];
  arrived['Guest in the stored booking'] = (stored.guest as Planted<object>)['planted_Guest'];

  const body = { party_size: 3, planted_booking: 'changed' };
  await world.call('POST', `/v1/bookings/${confirmed.id}/modify`, { body });
  const modified = await read(confirmed);
  arrived['ModifyBooking in the stored booking'] = modified['planted_booking'];
  const changes = modified.last_modification?.changes as Planted<object> | undefined;
  arrived['ModifyBooking in last_modification'] = changes?.['planted_booking'];

  const coded = await create('code_house');
  await world.clock.advance(2_000);
  await carryOn(coded, { type: 'enter_code', code: '424242', planted_EnteredCode: 'kept' });
  const paid = await create('harbour_table', { payment_collection: 'cardservice_external' });
  await carryOn(paid, { type: 'authorize_payment', planted_AuthorizedPayment: 'kept' });
  await world.clock.advance(60_000);
  const summary = world.endpoint.received.find(({ event }) => event.type === 'booking.created')?.event.data.object;
  arrived['BookingSummary in the webhook'] = (summary as Planted<object>)['planted_booking'];
}
process.stdout.write(JSON.stringify(arrived));
