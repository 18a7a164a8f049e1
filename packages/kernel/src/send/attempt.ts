import type { DeliveryRules } from '../contract.ts';

/** The limits of an attempt. Every one is about a receiver that misbehaves. */
export type SendLimits = Pick<
  DeliveryRules,
  'timeout_seconds' | 'max_head_bytes' | 'max_interim_responses' | 'max_answer_bytes' | 'kept_answer_bytes'
>;

export const defaultLimits: SendLimits = {
  timeout_seconds: 10,
  max_head_bytes: 16_384,
  max_interim_responses: 8,
  max_answer_bytes: 65_536,
  kept_answer_bytes: 1_024,
};

/** The cause of an attempt without a response. The contract explains each to the owner of the endpoint. */
export type AttemptCause = (typeof attemptCauses)[number];
export const attemptCauses = [
  'dns_not_found',
  'dns_failed',
  'dns_timeout',
  'address_refused',
  'connection_refused',
  'host_unreachable',
  'connect_timeout',
  'connection_reset',
  'connection_failed',
  'sender_failed',
  'tls_certificate_expired',
  'tls_certificate_not_yet_valid',
  'tls_name_mismatch',
  'tls_untrusted',
  'tls_failed',
  'tls_timeout',
  'response_timeout',
  'response_flood',
  'response_incomplete',
  'malformed_response',
] as const;

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
