import type { delivery } from '../../generated/delivery.ts';

/** The header that carries a webhook's signature (SIG-1). Node's `request.headers` spells it in lower case. */
export const SIGNATURE_HEADER: typeof delivery.signature.header = 'Service-Signature';

/** The name of the parts that contain a signature (SIG-1). */
export const SIGNATURE_SCHEME: typeof delivery.signature.scheme = 'v1';

const malformed = 'header_malformed';
const MAX_HEADER_LENGTH = 4096;
const MAX_SIGNATURES = 8;
const PART = /^(t|v1)(?:=(.*))?$/s;
const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** The value of a Service-Signature header as Node, Express, Lambda or `Headers.get` pass it. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** The contents of a Service-Signature header. */
export interface SignatureHeader {
  /** The exact text of `t`: the signature covers its digits. */
  readonly t: string;
  /** The first 8 well-formed `v1` parts, 64 lowercase hex digits each. Never empty. */
  readonly signatures: readonly string[];
}

/** Reads the header, or returns its fault. The work is bounded by the longest header accepted (SIG-5). */
export function parseSignatureHeader(header: unknown): SignatureHeader | 'header_missing' | 'header_malformed' {
  const value: unknown = Array.isArray(header) && header.length < 2 ? header[0] : header;
  if (value === undefined || value === null || value === '') return 'header_missing';
  if (typeof value !== 'string' || value.length > MAX_HEADER_LENGTH) return malformed;

  let t: string | undefined;
  const signatures: string[] = [];
  for (const part of value.split(',')) {
    // Proxies may put blanks around the commas. Every other part is ignored.
    const [, name, text = ''] = PART.exec(part.trim()) ?? [];
    if (name === 't') {
      if (t !== undefined) return malformed;
      t = text;
    } else if (name && SIGNATURE.test(text) && signatures.length < MAX_SIGNATURES) {
      signatures.push(text);
    }
  }
  if (t === undefined || !TIMESTAMP.test(t) || signatures.length === 0) return malformed;
  return { t, signatures };
}
