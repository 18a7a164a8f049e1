import { setTimeout as pause } from 'node:timers/promises';
import type { Booking } from '@booking-service/contract';
import type { LoadOfInterval } from './measured.ts';
import type { SoakedService } from './soaked-service.ts';

export interface Load extends AsyncDisposable {
  /** Every error of the run so far, with its number. */
  readonly unexpected: ReadonlyMap<string, number>;
  /** Returns what happened since the last call. */
  take(): LoadOfInterval;
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

const timeout_ms = 30_000;

/**
 * Sends requests at a stated rate, whether or not the earlier ones have ended. Each create is followed by a read of its booking. Every
 * fifth create is sent again under its idempotency key, every tenth is followed by a venue search and a cancellation, and every
 * twentieth by a request that is refused.
 */
export function startLoad(service: Pick<SoakedService, 'url' | 'key' | 'receiver'>, { rate }: { rate: number }): Load {
  const { url, key, receiver } = service;
  const inProgress = new Set<Promise<void>>();
  let [times, creates, errors]: [number[], number, number] = [[], 0, 0];
  let number = 0;
  const unexpected = new Map<string, number>();

  function countError(what: string): void {
    errors += 1;
    unexpected.set(what, (unexpected.get(what) ?? 0) + 1);
  }

  /** Sends a request. Counts an error if the status is not the expected one. */
  async function send<Body>(
    { method, path, body, idempotencyKey }: Request,
    expected: number,
  ): Promise<Body | undefined> {
    const started = performance.now();
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeout_ms),
      });
      const read: unknown = await response.json();
      times.push(performance.now() - started);
      if (response.status === expected) return read as Body;
      countError(`${method} ${path.replace(/bkg_\w+/, '{id}')}: ${response.status} and not ${expected}`);
    } catch (error) {
      countError(
        `${method} ${path.replace(/bkg_\w+/, '{id}')}: ${error instanceof Error ? error.name : 'no response'}`,
      );
    }
    return undefined;
  }

  async function book(index: number): Promise<void> {
    const create = {
      method: 'POST',
      path: '/v1/bookings',
      body: newBooking(),
      idempotencyKey: `soak-${index}`,
    } as const;
    const made = await send<Booking>(create, 201);
    creates += 1;
    if (!made) return;
    await send({ method: 'GET', path: `/v1/bookings/${made.id}` }, 200);
    if (index % 5 === 0) await send(create, 200);
    if (index % 10 === 0) {
      await send({ method: 'POST', path: '/v1/venues/search', body: {} }, 200);
      await send({ method: 'POST', path: `/v1/bookings/${made.id}/cancel`, body: {} }, 200);
    }
    if (index % 20 === 0) await send({ method: 'POST', path: '/v1/bookings', body: { party_size: 0 } }, 400);
  }

  const timer = setInterval(() => {
    const booking = book((number += 1)).finally(() => inProgress.delete(booking));
    inProgress.add(booking);
  }, 1000 / rate);

  return {
    unexpected,
    take() {
      const sorted = times.toSorted((left, right) => left - right);
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
      const taken = {
        requests: sorted.length,
        creates,
        errors,
        p50_ms: at(0.5),
        p99_ms: at(0.99),
        p999_ms: at(0.999),
        webhooks: receiver.take(),
      };
      [times, creates, errors] = [[], 0, 0];
      return taken;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await Promise.race([Promise.all(inProgress), pause(timeout_ms)]);
    },
  };
}

/** A booking for tomorrow, at a venue that confirms after two seconds. */
function newBooking(): object {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  return {
    venue_id: 'ven_harbour_table',
    slot_id: `slt_harbour_table_${day}T1900`,
    party_size: 2,
    guest: { first_name: 'Ada', email: 'ada@diner.test' },
  };
}
