/** A steady load of bookings on a real service, and what became of its webhooks. */
import { setTimeout as pause } from 'node:timers/promises';
import { bookingRequest, call } from '../../support/processes/server-process.ts';
import type { RealOrganization, RealService } from './real-service.ts';

/** Longer than the retry of a webhook. */
export const patience = { timeout: 90_000, interval: 50 } as const;

/** Creates bookings of every organization, one after the other, until it is ended. Returns the number of each. */
export function startLoad(
  service: RealService,
  organizations: readonly RealOrganization[],
): AsyncDisposable & { end(): Promise<number[]> } {
  const over = new AbortController();
  const loads = organizations.map(async ({ keys }) => {
    const caller = { ...service.process, ...service.addresses, keys };
    const body = await bookingRequest(caller);
    let created = 0;
    while (!over.signal.aborted) {
      const { status } = await call(caller, 'POST /v1/bookings', { body });
      if (status !== 201) throw new Error(`A create got ${status}.`);
      created += 1;
      // A steady load: the machine also delivers the webhooks.
      await pause(20);
    }
    return created;
  });
  return {
    async end() {
      over.abort();
      return Promise.all(loads);
    },
    async [Symbol.asyncDispose]() {
      over.abort();
      await Promise.allSettled(loads);
    },
  };
}

/** The outcomes of all delivery attempts, from the metrics. */
export async function outcomesOf({ adminUrl, operator }: RealService): Promise<string[]> {
  const text = await (await fetch(`${adminUrl}/metrics`, { headers: operator })).text();
  return [...text.matchAll(/delivery_attempts_total\{outcome="(\w+)"\} [1-9]/g)].map(([, outcome = '']) => outcome);
}
