import { inSpan, type Tracing } from '../log/tracing.ts';
import type { ClaimedRun } from '../store/store.ts';

/** Works on a run in a span of the trace that its request belongs to. Without tracing, only works on it. */
export function traceRun<T>(run: ClaimedRun, tracing: Tracing | undefined, work: () => Promise<T>): Promise<T> {
  if (!tracing) return work();
  const { traceparent, request_id, organization_id, booking_id, provider, step, attempt } = run;
  const attributes = {
    'booking_service.organization_id': organization_id,
    'booking_service.booking_id': booking_id,
    'booking_service.request_id': request_id ?? undefined,
    'booking_service.provider': provider,
    'booking_service.step': step,
    'booking_service.attempt': attempt,
  };
  return inSpan(tracing, { name: 'run', kind: 'internal', parent: traceparent, attributes }, work);
}
