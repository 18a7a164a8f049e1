import { Pool } from 'undici';
import { body } from '../../http/request.ts';
import type { Listening } from './service-process.ts';

const interval_ms = 10;

/**
 * Sends 100 creates and 100 reads in a second, each at its time whether or not the earlier ones have ended. Returns how long each took
 * from its time, in milliseconds.
 */
export async function sendLoad({ url, keys }: Listening, { seconds }: { seconds: number }): Promise<number[]> {
  await using opened = new AsyncDisposableStack();
  const pool = opened.adopt(new Pool(url, { connections: 64 }), (each) => each.destroy());
  const took: number[] = [];
  const begun = performance.now();

  async function send(
    due_ms: number,
    key: string,
    options: { path: string; method: 'GET' | 'POST'; body?: string },
  ): Promise<string> {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    };
    const response = await pool.request({ ...options, headers });
    const text = await response.body.text();
    took.push(performance.now() - due_ms);
    if (response.statusCode >= 300) throw new Error(`${options.method} returned ${response.statusCode}: ${text}`);
    return text;
  }

  async function createAndRead(due_ms: number, key: string): Promise<void> {
    const created = await send(due_ms, key, { path: '/v1/bookings', method: 'POST', body });
    // The response of a create is a booking.
    const { id } = JSON.parse(created) as { id: string };
    await send(performance.now(), key, { path: `/v1/bookings/${id}`, method: 'GET' });
  }

  const count = (seconds * 1_000) / interval_ms;
  const sent = Array.from({ length: count }, async (_, index) => {
    const due_ms = begun + index * interval_ms;
    await new Promise((elapsed) => setTimeout(elapsed, Math.max(0, due_ms - performance.now())));
    await createAndRead(due_ms, keys[index % keys.length] ?? '');
  });
  await Promise.all(sent);
  return took;
}
