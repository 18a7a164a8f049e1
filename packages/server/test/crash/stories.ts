/**
 * What callers do, each a story that goes on until it is acknowledged: a call that broke off is made again, as the contract
 * tells a caller to (a create with the same Idempotency-Key, everything else after a read).
 */
import type { Booking } from '@booking-service/contract';
import { newBooking } from '../support/new-booking.ts';

export type Kind = 'confirmed' | 'at once' | 'paid' | 'cancelled' | 'modified';
export const kinds: readonly Kind[] = ['confirmed', 'at once', 'paid', 'cancelled', 'modified'];

export interface Story {
  readonly kind: Kind;
  readonly key: string;
  /** Every id that a create under the key was answered with. */
  readonly ids: Set<string>;
  /** Calls that were acknowledged with a 2xx. */
  acknowledged: number;
  /** The points at which the service was killed while this story was under way. */
  readonly points: Set<string>;
}

/** Calls the service wherever it runs now; rejects where the call broke off. */
export type Call = (
  method: string,
  path: string,
  body?: object,
  key?: string,
) => Promise<{ status: number; body: Booking }>;

/** Tells the story to its end. `again` resolves when a call that broke off may be made again. */
export async function tell(story: Story, { call, again }: { call: Call; again: () => Promise<void> }): Promise<void> {
  const { kind, key } = story;
  const made = await until(() => call('POST', '/v1/bookings', request(kind, key), key));
  story.ids.add(made.id);
  const path = `/v1/bookings/${made.id}`;

  if (kind === 'paid') {
    await change(`${path}/continue`, { type: 'authorize_payment' }, ({ status }) => status !== 'requires_action');
  }
  if (kind === 'cancelled') await change(`${path}/cancel`, {}, ({ status }) => status === 'cancelled');
  if (kind === 'modified') {
    await until(
      () => call('GET', path),
      ({ status }) => status === 'confirmed',
    );
    await change(`${path}/modify`, { party_size: 3 }, ({ last_modification }) => last_modification !== undefined);
  }

  /** Makes the call until it is acknowledged, or a read shows that an earlier one had its effect. */
  async function change(to: string, body: object, isDone: (booking: Booking) => boolean): Promise<void> {
    for (;;) {
      try {
        const { status } = await call('POST', to, body);
        if (status === 200) {
          story.acknowledged += 1;
          return;
        }
      } catch {
        await again();
      }
      const { body: found } = await call('GET', path).catch(() => ({ body: undefined }));
      if (found && isDone(found)) return;
      await again();
    }
  }

  async function until(
    asked: () => ReturnType<Call>,
    isDone: (booking: Booking) => boolean = () => true,
  ): Promise<Booking> {
    for (;;) {
      try {
        const { status, body } = await asked();
        if (status < 300) story.acknowledged += 1;
        if (status < 300 && isDone(body)) return body;
      } catch {
        // It broke off.
      }
      await again();
    }
  }
}

function request(kind: Kind, key: string): object {
  const place = kind === 'at once' ? 'express_counter' : 'harbour_table';
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  return {
    ...newBooking({ venue: place, date: day, metadata: { key } }),
    ...(kind === 'paid' && { payment_collection: 'cardservice_external' }),
  };
}
