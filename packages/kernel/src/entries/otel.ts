export {
  createTracing,
  type OpenSpan,
  type SpanAttributes,
  type SpanStart,
  type Tracing,
  type TracingOptions,
} from '../log/otel.ts';
