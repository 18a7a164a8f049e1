/** Events of a provider behind HTTP, as the webhook bookingChanged of openapi/provider.yaml defines them. */
import { runs } from '@booking-service/contract';
import type { components } from '@booking-service/contract/provider';
import { createVerifier } from '@booking-service/webhooks';
import type { Clock } from '@booking-service/kernel/time';
import { Refusal } from '../../domain/refusal.ts';
import type { EventRequest, ProviderEvent } from '../provider.ts';
import { createResponseChecks } from './response-checks.ts';

type BookingChanged = components['schemas']['BookingChanged'];

/** Creates the function that authenticates events by the secret of a side. Throws if the secret is blank. */
export function createEventReader({
  secret,
  clock,
}: {
  readonly secret: string;
  readonly clock: Pick<Clock, 'now'>;
}): (request: EventRequest) => Promise<ProviderEvent | undefined> {
  const verifier = createVerifier({ secrets: [secret], clock, maxBodyBytes: runs.reads.max_event_bytes });
  const checks = createResponseChecks({ document: 'provider', errorSchema: 'ProviderError' });
  return async ({ body, headers }) => {
    try {
      verifier.verifyRaw(body, headers);
    } catch {
      return undefined;
    }
    const event = parse(body);
    const fault = checks.findSchemaFault('BookingChanged', event);
    if (fault !== undefined) {
      throw new Refusal('invalid_request', { message: `The event does not match the provider contract: ${fault}.` });
    }
    // Checked by the schema.
    const { event_id, livemode, organization_id, booking_id } = event as BookingChanged;
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
