import type { delivery } from '@booking-service/contract';

/** The cause of an attempt without a response, as the contract lists it. */
export type AttemptCause = keyof typeof delivery.attempt_causes;

/**
 * The outcome of the last recorded attempt of a delivery, for lists: the class of the response's status. `none`: no attempt was recorded.
 * `no_response`: the attempt ended without a response.
 */
export const statusClasses = ['none', '2xx', '3xx', '4xx', '5xx', 'other', 'no_response'] as const;
export type StatusClass = (typeof statusClasses)[number];

/** Returns the class of an attempt's status. The functions of PostgreSQL's migrations return the same. */
export function statusClassOf(status: number | null): StatusClass {
  if (status === null) return 'no_response';
  switch (Math.floor(status / 100)) {
    case 2:
      return '2xx';
    case 3:
      return '3xx';
    case 4:
      return '4xx';
    case 5:
      return '5xx';
    default:
      return 'other';
  }
}
