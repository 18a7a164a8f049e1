/**
 * Callers that retry until they are acknowledged. A story repeats an interrupted request as the contract requires: a create with
 * the same Idempotency-Key, everything else after a read.
 */
import type { Booking } from '@booking-service/contract';
import { newBooking } from '../support/new-booking.ts';

export const kinds = [
  'confirmed',
  'at once',
  'paid',
  'cancelled',
  'left by its provider',
  'modified',
  'paid and cancelled',
  'paid and failed',
  'paid and cheaper',
  'paid and refunded',
  'paid with half back and cancelled',
  'unpaid and cancelled',
  'refused and cancelled',
] as const;
export type Kind = (typeof kinds)[number];

export interface Story {
  readonly kind: Kind;
  readonly key: string;
  /** Every id that creates with the key returned. */
  readonly ids: Set<string>;
  /** The number of requests that got a 2xx. */
  acknowledged: number;
  /** The points at which the service was killed during this story. */
  readonly points: Set<string>;
}

/** The sum of refunds that the operator requests in a story that is paid and refunded. */
export const requestedRefund = 2000;

/** Sends a request to the current process of the service, or to its admin server. Rejects if the connection breaks. */
export type Call = (
  method: string,
  path: string,
  body?: object,
  key?: string,
) => Promise<{ status: number; body: Booking }>;

/** Plays the story to its end. `again` resolves when an interrupted request may be repeated. */
export async function playStory(
  story: Story,
  { organization_id, call, again }: { organization_id: string; call: Call; again: () => Promise<void> },
): Promise<void> {
  const { kind, key } = story;
  const made = await until(() => call('POST', '/v1/bookings', request(kind, key), key));
  story.ids.add(made.id);
  const path = `/v1/bookings/${made.id}`;

  if (kind.startsWith('paid')) {
    await change(`${path}/continue`, { type: 'authorize_payment' }, ({ status }) => status !== 'requires_action');
  }
  if (kind === 'paid and refunded') {
    await confirmed();
    const refund = `/organizations/${organization_id}/bookings/${made.id}/payment/refund`;
    await change(
      refund,
      { amount_refunded: requestedRefund },
      ({ payment }) => payment?.refund_requested !== undefined,
    );
  }
  if (kind === 'paid and cheaper') {
    await confirmed();
    await change(`${path}/modify`, { party_size: 1 }, ({ last_modification }) => last_modification !== undefined);
  }
  if (kind === 'refused and cancelled') {
    await confirmed();
    // The provider refuses it while the cancel arrives. Its response is none of the story.
    void call('POST', `${path}/modify`, { party_size: 3 }).catch(() => undefined);
  }
  if (kind.endsWith('cancelled')) await change(`${path}/cancel`, {}, ({ status }) => status === 'cancelled');
  if (kind === 'left by its provider') {
    await confirmed();
    const { livemode } = made;
    const event = { organization_id, booking_id: made.id, livemode, event_id: key };
    await until(() => call('POST', '/provider-events/sandbox', event));
    await until(
      () => call('GET', path),
      ({ status }) => status === 'cancelled',
    );
  }
  if (kind === 'modified') {
    await confirmed();
    await change(`${path}/modify`, { party_size: 3 }, ({ last_modification }) => last_modification !== undefined);
  }

  async function confirmed(): Promise<void> {
    await until(
      () => call('GET', path),
      ({ status }) => status === 'confirmed',
    );
  }

  /** Repeats the request until it is acknowledged, or until a read shows that an earlier one took effect. */
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
    send: () => ReturnType<Call>,
    isDone: (booking: Booking) => boolean = () => true,
  ): Promise<Booking> {
    for (;;) {
      try {
        const { status, body } = await send();
        if (status < 300) story.acknowledged += 1;
        if (status < 300 && isDone(body)) return body;
      } catch {
        // The connection broke.
      }
      await again();
    }
  }
}

/** The fields at which the provider of child.ts looks. */
const metadataOf: Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>> = {
  'left by its provider': { left: 'yes' },
  'paid and failed': { fails: 'yes' },
  'paid with half back and cancelled': { half_back: 'yes' },
  'refused and cancelled': { refuses: 'yes' },
};

function request(kind: Kind, key: string): object {
  const place = kind === 'at once' ? 'express_counter' : 'harbour_table';
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  return {
    ...newBooking({ venue: place, date: day, metadata: { key, ...metadataOf[kind] } }),
    ...(kind.includes('paid') && { payment_collection: 'cardservice_external' }),
  };
}
