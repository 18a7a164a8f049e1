/** The cause of an attempt without a response, in the history, the log and the metrics (DLV-7). */
import { createRequire } from 'node:module';
import { delivery as contract } from '@booking-service/contract';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createMetrics } from '../../src/admin/metrics/metrics.ts';
import { emptyStore } from '../support/databases.ts';
import { engines, openWorldOn } from '../support/engines.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { openRawReceiver } from '../../../kernel/test/support/network/raw-receiver.ts';
import { newBooking } from '../support/new-booking.ts';
import { pendingProvider } from '../support/providers.ts';
import { readDeliveries } from '../support/read-deliveries.ts';

it.each(engines)('DLV-7: %s keeps the cause of each attempt, and the log and the metrics have it', async (engine) => {
  const responses = ['SMTP ready\r\n', '', 'HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n'];
  await using receiver = await openRawReceiver((socket) => socket.end(responses.shift() ?? ''));
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const metrics = createMetrics({ store: emptyStore, clock: { now: () => new Date() }, log });
  await using world = await openWorldOn(engine, { providers: [pendingProvider], log, observer: metrics.observer });
  const { store, organization } = world;
  await store.setWebhookUrl(organization.organization_id, receiver.url);
  await world.call('POST', '/v1/bookings', { body: newBooking() });
  await world.clock.advance(240_000);

  const expected = [
    { error: 'connection', cause: 'malformed_response' },
    { error: 'connection', cause: 'connection_reset' },
    { error: null, cause: null, status: 500 },
  ];
  const [delivery] = await readDeliveries(store);
  expect(delivery?.attempts).toMatchObject(expected);
  const { rows } = await store.listDeliveries({ organization_id: organization.organization_id, limit: 10 });
  expect(rows).toMatchObject([{ last_attempt: expected[2] }]);

  const failed = lines.filter(({ msg }) => msg === 'a webhook attempt failed');
  expect(failed.map(({ cause }) => cause)).toEqual(['malformed_response', 'connection_reset', undefined]);
  const text = await metrics.text();
  const counted = text.match(/(?<=^booking_service_delivery_attempt_errors_total\{cause=")\w+"\} [1-9]\d*$/gm);
  expect(counted?.toSorted()).toEqual(['connection_reset"} 1', 'malformed_response"} 1']);
  // Every cause has a series from the start, and no other has one.
  const series = text.match(/(?<=^booking_service_delivery_attempt_errors_total\{cause=")\w+/gm);
  expect(series?.toSorted()).toEqual(Object.keys(contract.attempt_causes).toSorted());
});

it('DLV-7: the admin contract lists the causes of delivery.yaml', () => {
  const { components } = createRequire(import.meta.url)('@booking-service/contract/admin.json') as {
    readonly components: { readonly schemas: { readonly AttemptCause: Readonly<Record<string, unknown>> } };
  };
  expect(components.schemas.AttemptCause['x-extensible-enum']).toEqual([...Object.keys(contract.attempt_causes), null]);
});
