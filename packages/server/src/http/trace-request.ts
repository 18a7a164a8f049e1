import type { OpenSpan, SpanStart, Tracing } from '../log/tracing.ts';
import type { RequestTarget } from './operation-listener.ts';
import type { PublicExchange } from './exchange.ts';

/** Serves a request in a span that continues the trace of the caller. It follows the stable conventions for HTTP servers. */
export function traceRequest(
  exchange: PublicExchange,
  { tracing, target, respond }: { tracing: Tracing; target: RequestTarget; respond: () => Promise<void> },
): Promise<void> {
  const { trail } = exchange;
  return tracing.span(startOf(exchange, target), async (span) => {
    trail.traceparent = span.traceparent;
    await respond();
    describe(span, exchange);
  });
}

/** The path and the query are left out: they may contain anything. */
function startOf({ req, trail, request_id }: PublicExchange, { template, operationId }: RequestTarget): SpanStart {
  const { method = '' } = req;
  return {
    name: template === undefined ? method : `${method} ${template}`,
    kind: 'server',
    parent: trail.traceparent,
    attributes: {
      'http.request.method': method,
      'http.route': template,
      'url.scheme': 'http',
      'booking_service.operation_id': operationId,
      'booking_service.request_id': request_id,
    },
  };
}

function describe(span: OpenSpan, { res, trail, organization_id, error_code, isReplay }: PublicExchange): void {
  const { statusCode } = res;
  span.set({
    'http.response.status_code': statusCode,
    'booking_service.organization_id': organization_id,
    'booking_service.booking_id': trail.booking_id,
    'booking_service.replayed': isReplay ? true : undefined,
    'booking_service.error_code': error_code,
  });
  // A refusal of a request is no failure of the service.
  if (statusCode >= 500) span.fail(error_code ?? String(statusCode));
}
