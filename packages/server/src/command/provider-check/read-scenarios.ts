/** The scenarios of a provider that reports its own changes: it sends events, or the sweep reads its bookings (PRV-4). */
import { isDeepStrictEqual } from 'node:util';
import type { Booking } from '@booking-service/contract';
import { Broken, demand, Unchecked } from '@booking-service/conformance/verdict';
import { randomId } from '@booking-service/kernel/contract';
import type { BookingReading, Provider } from '../../providers/provider.ts';
import type { ProviderCheck, Scenario } from './provider-check.ts';

export const readScenarios: Readonly<Record<string, Scenario>> = {
  read: async (check) => {
    const read = readerOf(check);
    const booking: Booking = { ...check.newBooking(), status: 'confirmed' };
    await check.confirm(booking);
    const first = await read(booking);
    demandSame(first, booking, 'a confirmed booking');
    demand(isDeepStrictEqual(await read(booking), first), 'a second read differs, although nothing changed');

    const changes = { party_size: booking.party_size + 1 };
    const reference = `${booking.id}/2`;
    const modified = await check.provider.modify?.({ booking, changes, reference }, check.context);
    if (modified?.outcome === 'modified')
      demandSame(await read({ ...booking, ...changes }), { ...booking, ...changes }, 'a modified booking');

    const cancelled: Booking = { ...booking, status: 'cancelled' };
    await check.provider.release(cancelled, check.context);
    const { state } = await read(booking);
    demand(state === 'cancelled', `a released booking is ${state}, so a cancellation would not be seen`);
    return 'confirmed, then cancelled';
  },
  'read of nothing': async (check) => {
    const read = readerOf(check);
    const { booking } = check.confirmed ?? {};
    if (!booking) throw new Unchecked('no booking was confirmed');
    const reading = await read({ ...booking, id: randomId('bkg'), status: 'confirmed' }).catch(() => undefined);
    demand(reading?.state !== 'confirmed', 'a booking that was never made is confirmed');
    return reading?.state ?? 'refused';
  },
};

/** Returns whether the service reads bookings at this provider. */
export function reportsChanges(provider: Provider): boolean {
  return provider.readEvent !== undefined || provider.read_after_seconds !== undefined;
}

function readerOf({ provider, context }: ProviderCheck): (booking: Booking) => Promise<BookingReading> {
  const readBooking = provider.readBooking?.bind(provider);
  if (!readBooking) throw new Broken('its changes are to be read, but it has no readBooking');
  return (booking) => readBooking(booking, context);
}

/** Demands that the reading confirms the values of the booking. */
function demandSame(reading: BookingReading, { slot_id, party_size }: Booking, what: string): void {
  demand(reading.state === 'confirmed', `${what} is ${reading.state}`);
  const { slot_id: slot = slot_id, party_size: size = party_size } = reading;
  demand(slot === slot_id && size === party_size, `${what} has another slot or number of people`);
}
