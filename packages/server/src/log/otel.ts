/**
 * OpenTelemetry spans of the service. It imports the API only: the spans go to the tracer provider of the process, such as the SDK that
 * `booking-service serve` starts if the OTEL_ settings ask for it.
 */
import {
  createTracing as createServiceTracing,
  type OpenSpan,
  type TracingOptions as ServiceTracingOptions,
  type SpanAttributes,
  type SpanStart,
  type Tracing,
} from '@booking-service/kernel/otel';

export type { OpenSpan, SpanAttributes, SpanStart, Tracing };

export type TracingOptions = Pick<ServiceTracingOptions, 'tracerProvider'>;

/**
 * Creates the tracing of a server:
 *
 * ```ts
 * const server = createBookingServer({ store, providers, tracing: createTracing() });
 * ```
 *
 * Register a context manager, as the SDKs do: without it, calls to providers and the store are not children of their request.
 */
export function createTracing(options: TracingOptions = {}): Tracing {
  return createServiceTracing({ ...options, tracer: '@booking-service/server' });
}
