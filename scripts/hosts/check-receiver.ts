import { deepStrictEqual, match } from 'node:assert/strict';
import { createTestEvent, createTestWebhook, type TestWebhook } from '@booking-service/webhooks/testing';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { untilItListens, withHost, type HostCommand } from './start-host.ts';

const secret = 'whsec_of_the_check';

/** Starts a receiver, sends it webhooks, and stops it. Returns what was checked. Throws if it accepts a wrong one, or refuses a right one. */
export async function checkReceiver(command: (port: string) => HostCommand, folder: string): Promise<string> {
  const [port] = await freePorts();
  const url = `http://127.0.0.1:${port}/webhooks`;
  const send = async ({ body, headers }: TestWebhook) => {
    const response = await fetch(url, { method: 'POST', body, headers });
    return { status: response.status, text: await response.text() };
  };
  const env = { PORT: port, BOOKING_WEBHOOK_SECRET: secret };
  return withHost(command(port), { cwd: folder, env }, async (host) => {
    await untilItListens(() => fetch(url), host);
    const confirmed = createTestEvent('booking.confirmed', { object: { provider: 'caf\u00e9 \u2615' } });
    const later = { ...createTestEvent('booking.created'), type: 'venue.closed' };
    // Above the limits of body parsers, and below that of the receiver.
    const large = createTestEvent('booking.failed', { object: { provider: 'x'.repeat(250_000) } });
    for (const event of [confirmed, confirmed, later, large]) {
      deepStrictEqual(await send(createTestWebhook(event, { secret })), { status: 204, text: '' });
    }
    const forged = await send(createTestWebhook(confirmed, { secret: 'whsec_guessed' }));
    deepStrictEqual(forged.status, 400);
    match(forged.text, /^signature_mismatch: /);
    const lines = host
      .printed()
      .split('\n')
      .filter((line) => /bkg_|venue\.closed/.test(line));
    deepStrictEqual(lines, [
      `${confirmed.data.object.id} is confirmed`,
      'unknown event type venue.closed',
      `${large.data.object.id} failed: ${large.data.object.error_code}`,
    ]);
    await host.stop();
    return 'handled each event once, acknowledged an unknown type, and refused a forged webhook';
  });
}
