/** An attacker who sends events in the name of a supplier, and a supplier who sends them about bookings of another one. */
import { createHmac } from 'node:crypto';
import type { Attack } from './attack.ts';
import { supplierSecret, until } from './scene/open-scene.ts';

function sign(body: string, { secret = supplierSecret, age_seconds = 0 } = {}): string {
  const at = Math.floor(Date.now() / 1000) - age_seconds;
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** The headers of forged events. Each is refused. */
const forgeries: readonly ((body: string) => string)[] = [
  () => '',
  () => `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
  (body) => sign(body, { secret: 'guessed' }),
  (body) => sign(body, { age_seconds: 400 }),
  (body) => sign(body, { age_seconds: -400 }),
  (body) => sign(`${body} `),
  (body) => sign(body).replace('v1=', 'v0='),
  (body) => sign(body).slice(0, -1),
];

export const eventForger: readonly Attack[] = [
  {
    attack: `sends ${forgeries.length} forged events about a booking, and one of another supplier`,
    expected: `${forgeries.length} × 401, 1 × 204, 0 reads`,
    play: async ({ service, suppliers, victim, book }) => {
      const booked = () => suppliers.kind.calls.filter(({ path }) => path === '/bookings/book').length;
      const before = booked();
      const { body: booking } = await book(victim, { supplier: 'kind' });
      await until(booked, (count) => count > before);
      const { organization_id } = victim;
      const event = { operation: 'bookingChanged', event_id: 'evt-1', livemode: true, organization_id };
      const body = JSON.stringify({ ...event, booking_id: booking['id'] });
      const send = async (supplier: string, signature: string) => {
        const headers = { 'Content-Type': 'application/json', 'Service-Signature': signature };
        return (await fetch(`${service.url}/provider-events/${supplier}`, { method: 'POST', headers, body })).status;
      };
      const statuses: number[] = [];
      for (const forge of forgeries) statuses.push(await send('kind', forge(body)));
      statuses.push(await send('texts', sign(body)));
      const countOf = (status: number) => statuses.filter((each) => each === status).length;
      const reads = Object.values(suppliers).flatMap(({ calls }) =>
        calls.filter(({ path }) => path === '/bookings/read'),
      );
      return `${countOf(401)} × 401, ${countOf(204)} × 204, ${reads.length} reads`;
    },
  },
];
