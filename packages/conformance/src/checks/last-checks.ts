import { randomUUID } from 'node:crypto';
import { delivery, eventTypes, type Booking } from '@booking-service/contract';
import { findBookingFaults } from '../booking-faults.ts';
import { demand, Unchecked } from '../verdict.ts';
import type { Check } from '../check.ts';
import type { CheckedService, Request } from '../checked-service.ts';
import { findEventFaults } from '../wire-faults.ts';

const hour = 3600;
/** The age that the first booking of the run must reach. */
const age_seconds = delivery.retention_days * 24 * hour - hour;

interface FirstBooking {
  readonly booking: Booking;
  readonly request: Request;
}

/** Creates the booking once in a run, under a key. */
function firstBooking(service: CheckedService): Promise<FirstBooking> {
  return service.once('first booking', async () => {
    const headers = { 'Idempotency-Key': `conformance-${randomUUID()}` };
    const request = { headers, body: await service.newBooking() };
    return { booking: await service.create(undefined, {}, request), request };
  });
}

/** The last checks: one lets a month pass, the other looks back at every webhook. */
export const lastChecks: readonly Check[] = [
  {
    rules: ['DLV-14', 'IDM-2'],
    title: 'an hour before the end of the retention the history has the delivery, and the key its booking',
    begin: firstBooking,
    async run(service) {
      const { admin, organization, clock } = service;
      if (!clock.movable)
        throw new Unchecked(`it takes ${delivery.retention_days} days, and the service has no sandbox clock`);
      const { booking, request } = await firstBooking(service);
      await service.eventsOf(booking.id, 'booking.created');
      await clock.pass(age_seconds - (clock.now() - Date.parse(booking.created)) / 1000);

      const list = `GET /organizations/${organization}/deliveries`;
      const { data } = await admin.call<{ data: readonly { id: string }[] }>(`${list}?booking_id=${booking.id}`);
      const [sent] = data;
      demand(sent !== undefined, 'the history has lost a delivery that is younger than its retention', 'DLV-14');
      const { attempts } = await admin.call<{ attempts: readonly object[] }>(`${list}/${sent.id}`);
      demand(attempts.length > 0, 'the history has lost the attempts of a delivery', 'DLV-14');
      demand((await service.read(booking.id)).id === booking.id, 'a read returns another booking', 'DLV-14');
      const { status, body } = await service.call('createBooking', request);
      const replayed = (body as { readonly id?: string } | undefined)?.id;
      demand(status === 200 && replayed === booking.id, `a replay after a month returned ${status}`, 'IDM-2');
      return `${sent.id} and a replay of ${booking.id}, an hour before ${delivery.retention_days} days`;
    },
  },
  {
    rules: ['EVT-1', 'EVT-2'],
    title: 'every webhook of the run is JSON of one of the seven types, in the form of the contract',
    async run(service) {
      const { hooks } = service.receiver;
      const known: readonly string[] = eventTypes;
      for (const { event, headers } of hooks) {
        const type = String(event?.type);
        const media = headers['content-type'] ?? 'missing';
        demand(/^application\/json\b/i.test(media), `the content type of ${type} is ${media}`, 'EVT-2');
        demand(known.includes(type), `it sent an event of the type ${type}`, 'EVT-1');
        const [fault] = findEventFaults(type, event);
        demand(fault === undefined, `${type}${fault}`, 'EVT-2');
        const [stale] = findBookingFaults(event?.data?.object ?? {}, { isSummary: true });
        demand(stale === undefined, `${type}: ${stale?.text}`, stale?.rule);
      }
      demand(hooks.length > 0, 'no webhook arrived');
      return `${hooks.length} webhooks`;
    },
  },
];
