import { Pool } from 'undici';
import { body } from '../../http/request.ts';
import type { Listening, ServiceMessage, ServiceOptions, ServiceUsage } from './service-process.ts';
import { quantile, type Report, toMarkdown, verdict } from '../../report.ts';
import type { Place } from '../place.ts';
import { plantDone, plantDue } from '../planting.ts';
import type { Received } from './receiver-process.ts';
import { startProcess } from '../../start-process.ts';
import { type Databases, toLabel } from '../sections.ts';
import { amount } from '../../smoke.ts';

const interval_ms = 10;

/**
 * Sends 100 creates and 100 reads in a second, each at its time whether or not the earlier ones have ended. Returns how long each took
 * from its time, in milliseconds.
 */
async function sendLoad({ url, keys }: Listening, { seconds }: { seconds: number }): Promise<number[]> {
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

const seconds = amount(20, 0.2);
/** Before the tick, so that it is measured without the start of the process. */
const warmUp_seconds = amount(5, 0.1);
const goal_ms = 50;

/** Measures requests beside a tick of the worker, with the least and with the most due work. */
export async function measureTick({ engine, databases, onProgress }: Databases): Promise<Omit<Report, 'title'>> {
  // A database of its own: the section before this one has moved the little work of the smallest database into the future.
  const little = { place: await engine.place('tick'), bookings: 1_000 };
  await plantDone(little.place, { ...little, onProgress });
  await plantDue(little.place, { ...little, onProgress });
  const rows: string[][] = [];
  let p99_ms = Number.NaN;
  for (const { place, bookings } of [little, ...databases.slice(-1)]) {
    onProgress(`requests beside ${bookings} due deliveries and runs`);
    const { took, delay, received } = await measureOne(place);
    p99_ms = quantile(took, 0.99);
    const times = [quantile(took, 0.5), p99_ms, quantile(took, 1), delay.p99_ms, delay.longest_ms];
    rows.push([toLabel(bookings), ...times.map((ms) => ms.toFixed(0)), (received / seconds).toFixed(0)]);
  }
  const head = ['due', 'p50', 'p99', 'longest', 'event loop p99', 'event loop longest', 'webhooks/s'];
  const table = toMarkdown([head, ...rows]);
  return { lines: [...table, verdict('p99 of requests in ms, most due', p99_ms, { atMost: goal_ms })] };
}

async function measureOne(place: Place): Promise<{ took: number[]; delay: ServiceUsage; received: number }> {
  await using receiver = await startProcess<number, Received, 'read'>(tickFile('receiver-process.ts'));
  await place.query(`UPDATE organizations SET webhook_url = 'http://127.0.0.1:${receiver.first}/'`);
  const options: ServiceOptions = { address: place.address, organizations: 10, webhook_url: null };
  await using service = await startProcess<Listening, ServiceUsage, ServiceMessage>(tickFile('service-process.ts'), {
    args: [JSON.stringify(options)],
  });
  await sendLoad(service.first, { seconds: warmUp_seconds });
  // Its first tick begins at once, because work is overdue.
  await service.send('start');
  const took = await sendLoad(service.first, { seconds });
  return { took, delay: await service.send('read'), received: (await receiver.send('read')).webhooks };
}

function tickFile(name: string): URL {
  return new URL(`./${name}`, import.meta.url);
}
