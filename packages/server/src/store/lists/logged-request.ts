import { access, type LoggedRequest } from '@booking-service/contract';
import type { EveryField } from '@booking-service/kernel/contract';
import type { RequestRow } from '../requests/requests.ts';

/** Returns a row of the log as both contracts show it. */
export function toLoggedRequest({
  id,
  created,
  mode,
  operation,
  method,
  path,
  status,
  error_code,
  key_id,
  idempotency_key,
  booking_id,
  latency_ms,
}: RequestRow): LoggedRequest {
  return {
    id,
    object: 'request',
    created,
    livemode: access.key_modes[mode].livemode,
    operation,
    method,
    path,
    status,
    error_code,
    key_id,
    idempotency_key,
    booking_id,
    latency_ms,
  } satisfies EveryField<LoggedRequest>;
}
