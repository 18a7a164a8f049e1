/**
 * Measures the CPU time of one call through the client, beside bare fetch, openapi-fetch, ky and axios, each as its README shows.
 * Creates and reads run one after the other. The server runs in its own process and responds at once. Rounds alternate.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createBookingClient } from '@booking-service/client';
import type { paths } from '@booking-service/contract';
import axios from 'axios';
import ky from 'ky';
import createClient from 'openapi-fetch';
import { amount } from '../report.ts';

const rounds = amount(41, 1);
const calls = amount(50, 2);
/** Until the engine has compiled every candidate: 5,000 calls of each. */
const warmUpRounds = amount(100, 1);
const base = 'openapi-fetch';
const atMost = 1.15;

const apiKey = 'sk_test_bench';
const booking = {
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_harbour_table_20261122T1900',
  party_size: 2,
  guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
};

type Call = () => Promise<{ readonly id: string } | undefined>;

export async function run(): Promise<string> {
  const file = fileURLToPath(new URL('fixed-response.ts', import.meta.url));
  const server = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    // Printed by fixed-response.ts.
    const { url, id } = JSON.parse(line.toString()) as { url: string; id: string };
    const lines: string[] = [];
    for (const [kind, candidates] of Object.entries(candidatesAt(url, id))) {
      lines.push(`client: ${kind}, medians of ${rounds} rounds of ${calls} calls`);
      const times = await interleave(candidates, id);
      const baseTimes = times.get(base) ?? [];
      for (const [name, own] of times) {
        const ratio = median(own.map((time, round) => time / (baseTimes[round] ?? Number.NaN)));
        const verdict =
          name === '@booking-service/client' ? `, goal ${atMost}: ${ratio > atMost ? 'MISSED' : 'held'}` : '';
        lines.push(
          `  ${name.padEnd(24)} ${median(own).toFixed(0).padStart(5)} µs  ${ratio.toFixed(2)} × ${base}${verdict}`,
        );
      }
    }
    return lines.join('\n');
  } finally {
    server.kill();
  }
}

function candidatesAt(url: string, id: string): Record<'create' | 'read', Record<string, Call>> {
  const authorized = { Authorization: `Bearer ${apiKey}` };
  const json = { 'Content-Type': 'application/json' };
  const key = (): Record<'Idempotency-Key', string> => ({ 'Idempotency-Key': crypto.randomUUID() });
  const client = createBookingClient({ apiKey, baseUrl: url });
  const typed = createClient<paths>({ baseUrl: url, headers: authorized });
  const kyClient = ky.create({ prefix: url, headers: authorized });
  const axiosClient = axios.create({ baseURL: url, headers: authorized });

  return {
    create: {
      fetch: async () => {
        const headers = { ...authorized, ...json, ...key() };
        const response = await fetch(`${url}/v1/bookings`, { method: 'POST', headers, body: JSON.stringify(booking) });
        return (await response.json()) as { id: string };
      },
      [base]: async () => (await typed.POST('/v1/bookings', { body: booking, headers: key() })).data,
      ky: () => kyClient.post('v1/bookings', { json: booking, headers: key() }).json<{ id: string }>(),
      axios: async () => (await axiosClient.post<{ id: string }>('/v1/bookings', booking, { headers: key() })).data,
      '@booking-service/client': () => client.bookings.create(booking),
    },
    read: {
      fetch: async () => {
        const response = await fetch(`${url}/v1/bookings/${id}`, { headers: authorized });
        return (await response.json()) as { id: string };
      },
      [base]: async () => (await typed.GET('/v1/bookings/{id}', { params: { path: { id } } })).data,
      ky: () => kyClient.get(`v1/bookings/${id}`).json<{ id: string }>(),
      axios: async () => (await axiosClient.get<{ id: string }>(`/v1/bookings/${id}`)).data,
      '@booking-service/client': () => client.bookings.get(id),
    },
  };
}

/** Microseconds of CPU time of this thread. Other load on the machine does not count. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Microseconds per call, round by round. Each round starts with another candidate, so that none always follows the same one. */
async function interleave(candidates: Record<string, Call>, id: string): Promise<Map<string, number[]>> {
  const entries = Object.entries(candidates);
  const times = new Map(entries.map(([name]): [string, number[]] => [name, []]));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (let turn = 0; turn < entries.length; turn += 1) {
      const [name = '', call] = entries[(round + warmUpRounds + turn) % entries.length] ?? [];
      const start = cpuTime();
      for (let index = 0; index < calls; index += 1) {
        const received = await call?.();
        if (received?.id !== id) throw new Error(`${name} read ${JSON.stringify(received)} instead of ${id}.`);
      }
      if (round >= 0) times.get(name)?.push((cpuTime() - start) / calls);
    }
  }
  return times;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
