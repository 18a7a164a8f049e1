import { randomUUID } from 'node:crypto';
import { createSigner } from '@booking-service/webhooks';
import { createTestEvent } from '@booking-service/webhooks/testing';
import type { Pool } from 'pg';
import { Agent, request } from 'undici';

/** The interface of a candidate. A candidate runs in a process of its own (sender-process.ts). */
export interface Sender {
  /** Stores events that are due at once. */
  add(order: Order): Promise<void>;
  /** Starts to send. */
  start(): Promise<void>;
  /** Default: the usage of the candidate's process. */
  usage?(): Promise<Usage>;
}

export interface Usage {
  /** CPU time since the process started, with all of its threads. */
  readonly cpu_us: number;
  /** CPU time of a database that only this candidate has. */
  readonly database_us: number;
  readonly peak_mb: number;
}

/** A number of events for one endpoint. */
export interface Order {
  readonly url: string;
  readonly count: number;
}

/** The options of a candidate. */
export interface SenderOptions {
  /** The database of a candidate on PostgreSQL. */
  readonly database: string;
  /** The folder of an embedded candidate. */
  readonly folder: string;
  /** The name server of a candidate that can use one, as `address:port`. Default: that of the operating system. */
  readonly nameServer?: string | undefined;
}

export type OpenSender = (options: SenderOptions) => Promise<Sender>;

// One attempt of a comparable queue: the same signature, the same bounds and the same history as the service's, with undici.

const timeout_ms = 10_000;
const kept_bytes = 1_024;
const signer = createSigner({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });
const agent = new Agent({ connections: 10, maxResponseSize: 65_536 });

/** The row that the queue stores for one event. */
export interface Job {
  readonly url: string;
  readonly event_id: string;
  readonly payload: string;
}

export function newJob(url: string): Job {
  const event = createTestEvent('booking.confirmed', { id: `evt_${randomUUID()}` });
  return { url, event_id: event.id, payload: JSON.stringify(event) };
}

export async function createHistory(pool: Pool): Promise<void> {
  await pool.query(
    `CREATE TABLE IF NOT EXISTS attempts (
       event_id text NOT NULL, started timestamptz NOT NULL, duration_ms integer NOT NULL,
       status integer, error text, request_headers jsonb NOT NULL, answer text
     )`,
  );
  await pool.query('CREATE INDEX IF NOT EXISTS attempts_event ON attempts (event_id)');
}

/** Posts the event and stores the attempt. Rejects if the receiver did not accept it. */
export async function attempt({ url, event_id, payload }: Job, pool: Pool): Promise<void> {
  const started = new Date();
  const begun_ms = performance.now();
  const body = Buffer.from(payload);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'bench',
    'service-signature': signer.header(body),
  };
  let status: number | null = null;
  let error: string | null = null;
  let answer: string | null = null;
  try {
    const signal = AbortSignal.timeout(timeout_ms);
    const response = await request(url, { method: 'POST', dispatcher: agent, headers, body, signal });
    status = response.statusCode;
    answer = (await response.body.text()).slice(0, kept_bytes);
  } catch (cause) {
    error = cause instanceof Error ? cause.name : 'error';
  }
  await pool.query({
    name: 'attempt',
    text: 'INSERT INTO attempts VALUES ($1, $2, $3, $4, $5, $6, $7)',
    values: [event_id, started, Math.round(performance.now() - begun_ms), status, error, headers, answer],
  });
  if (status === null || status < 200 || status > 299) throw new Error(`${event_id}: ${error ?? status}`);
}
