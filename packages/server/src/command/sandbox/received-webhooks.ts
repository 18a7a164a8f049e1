import { adminLimits, type ReceivedSignature, type ReceivedWebhook } from '@booking-service/contract/admin';
import type { HeaderSource, RawBody, Verification, WebhookEvent } from '@booking-service/webhooks';
import { type EveryField, randomId } from '@booking-service/kernel/contract';

/** The newest webhooks that the receiver of the sandbox got, in memory. */
export interface ReceivedLog {
  /** Newest first. */
  readonly newest: readonly LoggedWebhook[];
  add(arrived: ArrivedWebhook): void;
}

export interface LoggedWebhook {
  readonly webhook: ReceivedWebhook;
  /** The event; null if the webhook was refused. */
  readonly event: WebhookEvent | null;
}

export interface ArrivedWebhook {
  readonly now: Date;
  readonly body: RawBody;
  readonly headers: HeaderSource;
  readonly verification: Verification;
}

/** The bounds of the parts of a webhook. They are in the admin contract, too. */
const maxBody = 16_384;
const maxHeaders = 30;
const maxValue = 1_000;

/** Creates an empty log. */
export function createReceivedLog(): ReceivedLog {
  const newest: LoggedWebhook[] = [];
  return {
    newest,
    add({ now, body, headers, verification }) {
      const event = verification.ok ? verification.event : null;
      const text = Buffer.from(body as Uint8Array).toString();
      const booking_id = event?.data.object.id;
      const { ok } = verification;
      const signature = {
        verified: ok,
        reason: ok ? null : verification.reason,
        hint: ok ? null : verification.hint,
      } satisfies EveryField<ReceivedSignature>;
      const webhook = {
        id: randomId('rcv'),
        object: 'received_webhook',
        received: now.toISOString(),
        signature,
        repeated: event !== null && newest.some((earlier) => earlier.event?.id === event.id),
        event_id: event && cut(event.id),
        event_type: event && cut(event.type),
        booking_id: typeof booking_id === 'string' ? cut(booking_id) : null,
        headers: toHeaders(headers),
        body: text.slice(0, maxBody),
        body_truncated: text.length > maxBody,
      } satisfies EveryField<ReceivedWebhook>;
      newest.unshift({ webhook, event });
      newest.length = Math.min(newest.length, adminLimits.received_webhooks);
    },
  };
}

function cut(text: string): string {
  return text.slice(0, 100);
}

/** Node's headers of a request are an object with lower-case names. */
function toHeaders(source: HeaderSource): Record<string, string> {
  const entries = typeof source === 'object' && source !== null ? Object.entries(source) : [];
  const shown = entries.slice(0, maxHeaders).map(([name, value]) => [cut(name), String(value).slice(0, maxValue)]);
  return Object.fromEntries(shown) as Record<string, string>;
}
