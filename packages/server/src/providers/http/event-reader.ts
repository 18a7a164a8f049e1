/** The events of a provider and of a card service behind HTTP, as the webhooks of their contracts define them. */
import { runs } from '@booking-service/contract';
import type { webhooks as CardServiceWebhooks } from '@booking-service/contract/card-service';
import type { webhooks as ProviderWebhooks } from '@booking-service/contract/provider';
import type { Clock } from '@booking-service/kernel/time';
import { createVerifier } from '@booking-service/webhooks';
import { Refusal } from '../../domain/contract.ts';
import type { EventRequest, ProviderEvent } from '../provider.ts';
import { createResponseChecks } from './contract-calls.ts';

type BodyOf<W extends { readonly post: { readonly requestBody: { readonly content: unknown } } }> =
  W['post']['requestBody']['content'] extends { readonly 'application/json': infer Body } ? Body : never;

type Event = BodyOf<ProviderWebhooks['bookingChanged']> | BodyOf<CardServiceWebhooks['paymentChanged']>;

/** Creates the function that authenticates events by the secret of a side. Throws if the secret is blank. */
export function createEventReader({
  document,
  webhook,
  secret,
  clock,
}: {
  readonly document: 'provider' | 'card-service';
  readonly webhook: Event['operation'];
  readonly secret: string;
  readonly clock: Pick<Clock, 'now'>;
}): (request: EventRequest) => Promise<ProviderEvent | undefined> {
  const verifier = createVerifier({ secrets: [secret], clock, maxBodyBytes: runs.reads.max_event_bytes });
  const checks = createResponseChecks({ document, errorSchema: 'EventRefusal' });
  return async ({ body, headers }) => {
    try {
      verifier.verifyRaw(body, headers);
    } catch {
      return undefined;
    }
    const event = parse(body);
    const fault = checks.findWebhookFault(webhook, event);
    if (fault !== undefined) {
      const message = `The event does not match the ${document.replace('-', ' ')} contract: ${fault}.`;
      throw new Refusal('invalid_request', { message });
    }
    // Checked by the schema.
    const { event_id, livemode, organization_id, booking_id } = event as Event;
    return { event_id, livemode, organization_id, booking_id };
  };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
