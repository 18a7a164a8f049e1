import type { AttemptCause } from './attempt.ts';
import { FloodError, MalformedResponseError, type AttemptStep } from './exchange.ts';
import { isSlowLookup } from './resolve-host.ts';
import { proxyErrorOf, TunnelError } from './open-tunnel.ts';

/** Returns the cause of an attempt that ended by its timeout during this step. */
export function findTimeoutCause(step: AttemptStep): AttemptCause {
  return timeouts[step];
}

/** Returns the cause of an error during this step. */
export function findCause(error: unknown, step: AttemptStep): AttemptCause {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof TunnelError) {
    return proxyErrorOf(error.fault) === 'receiver_unreachable' ? 'host_unreachable' : 'sender_failed';
  }
  if (error instanceof FloodError || code === 'HPE_HEADER_OVERFLOW') return 'response_flood';
  if (step === 'lookup') {
    if (isSlowLookup(error)) return 'dns_timeout';
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'dns_not_found' : 'dns_failed';
  }
  if (error instanceof MalformedResponseError || code.startsWith('HPE_')) return 'malformed_response';
  if (step === 'body') return 'response_incomplete';
  return (
    certificateCauses[code] ?? (step === 'handshake' ? 'tls_failed' : (connectionCauses[code] ?? 'connection_failed'))
  );
}

const timeouts: Readonly<Record<AttemptStep, AttemptCause>> = {
  lookup: 'dns_timeout',
  connect: 'connect_timeout',
  handshake: 'tls_timeout',
  response: 'response_timeout',
  body: 'response_timeout',
};

/** The codes of OpenSSL, and the one of Node for a name. A certificate with another code is not trusted either. */
const certificateCauses: Readonly<Record<string, AttemptCause>> = {
  CERT_HAS_EXPIRED: 'tls_certificate_expired',
  CERT_NOT_YET_VALID: 'tls_certificate_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_name_mismatch',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_untrusted',
  CERT_CHAIN_TOO_LONG: 'tls_untrusted',
  CERT_REVOKED: 'tls_untrusted',
  CERT_UNTRUSTED: 'tls_untrusted',
  CERT_REJECTED: 'tls_untrusted',
  INVALID_CA: 'tls_untrusted',
  INVALID_PURPOSE: 'tls_untrusted',
};

const connectionCauses: Readonly<Record<string, AttemptCause>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ETIMEDOUT: 'connect_timeout',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'connect_timeout',
  EHOSTUNREACH: 'host_unreachable',
  EHOSTDOWN: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  ENETDOWN: 'host_unreachable',
  EADDRNOTAVAIL: 'host_unreachable',
  EACCES: 'host_unreachable',
};
