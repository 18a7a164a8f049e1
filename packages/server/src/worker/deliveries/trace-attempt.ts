import { inSpan, type OpenSpan, type Tracing } from '../../log/tracing.ts';
import type { AttemptRecord, ClaimedDelivery } from '../../store/store.ts';

/**
 * Makes an attempt in a span of the trace that its event belongs to. It follows the stable conventions for HTTP clients, without the path
 * of the URL, which may contain a secret. `send` gets the traceparent for the receiver. Without tracing, this is the stored one.
 */
export function traceAttempt<T extends { readonly attempt: AttemptRecord }>(
  delivery: ClaimedDelivery,
  tracing: Tracing | undefined,
  send: (traceparent: string | null) => Promise<T>,
): Promise<T> {
  const { traceparent, event_type } = delivery;
  if (!tracing) return send(traceparent);
  const start = {
    name: `POST ${event_type}`,
    kind: 'client',
    parent: traceparent,
    attributes: attributesOf(delivery),
  } as const;
  return inSpan(tracing, start, async (span) => {
    const sent = await send(span.traceparent);
    describe(span, sent.attempt);
    return sent;
  });
}

function attributesOf(delivery: ClaimedDelivery) {
  const { webhook_url, request_id, organization_id, booking_id, event_id, event_type, id, attempt } = delivery;
  const url = URL.parse(webhook_url);
  return {
    'http.request.method': 'POST',
    'server.address': url?.hostname,
    'server.port': url ? Number(url.port) || (url.protocol === 'https:' ? 443 : 80) : undefined,
    'http.request.resend_count': attempt > 1 ? attempt - 1 : undefined,
    'booking_service.organization_id': organization_id,
    'booking_service.booking_id': booking_id,
    'booking_service.request_id': request_id ?? undefined,
    'booking_service.event_id': event_id,
    'booking_service.event_type': event_type,
    'booking_service.delivery_id': id,
    'booking_service.attempt': attempt,
  };
}

function describe(span: OpenSpan, { status, error }: AttemptRecord): void {
  if (status !== null) span.set({ 'http.response.status_code': status });
  if (status === null) span.fail(error ?? 'connection');
  else if (status < 200 || status > 299) span.fail(String(status));
}
