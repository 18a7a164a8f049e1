import type { Logger } from 'pino';
import { errorLine } from '../../log/error-line.ts';
import type { ClaimedDelivery } from '../../store/store.ts';

/** Reports an attempt that could not be made or recorded. The delivery is claimed again when its lease ends (DLV-6). */
export function reportUnrecorded(
  delivery: ClaimedDelivery,
  { error, log }: { readonly error: unknown; readonly log: Pick<Logger, 'error'> },
): void {
  const { id: delivery_id, booking_id, event_id, event_type, organization_id, attempt } = delivery;
  const { signing_secret, webhook_url } = delivery;
  const err = errorLine(error, { signing_secret, webhook_url });
  const line = { booking_id, delivery_id, event_id, event_type, organization_id, attempt, err };
  log.error(line, 'could not make or record a webhook attempt; it is retried when its lease ends');
}
