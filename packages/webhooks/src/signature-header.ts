/** The header that carries a webhook's signature (SIG-1). Node's `request.headers` spells it in lower case. */
export const SIGNATURE_HEADER = 'Service-Signature';

/** The name of the parts that hold a signature (SIG-1). */
export const SIGNATURE_SCHEME = 'v1';

const MAX_HEADER_LENGTH = 4096;
const MAX_SIGNATURES = 8;
const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** The two things a Service-Signature header says. */
export interface SignatureHeader {
  /** `t` as written: its digits are part of what is signed. */
  readonly t: string;
  /** The first 8 well-formed `v1` parts, as bytes. Never empty. */
  readonly signatures: readonly Uint8Array[];
}

/** Writes the header's value: `t=<unix seconds>,v1=<lowercase hex>` (SIG-1). */
export function formatSignatureHeader(t: string, signature: Buffer): string {
  return `t=${t},${SIGNATURE_SCHEME}=${signature.toString('hex')}`;
}

/** Reads the header's value, or says what is wrong with it. Work is bounded by the header's length limit (SIG-5). */
export function parseSignatureHeader(header: unknown): SignatureHeader | 'header_missing' | 'header_malformed' {
  const value: unknown = Array.isArray(header) && header.length < 2 ? header[0] : header;
  if (value === undefined || value === null || value === '') return 'header_missing';
  if (typeof value !== 'string' || value.length > MAX_HEADER_LENGTH) return 'header_malformed';

  let t: string | undefined;
  const signatures: Buffer[] = [];
  for (const part of value.split(',')) {
    const [name, text] = splitPart(part);
    if (name === 't') {
      if (t !== undefined) return 'header_malformed';
      t = text;
    } else if (name === SIGNATURE_SCHEME && SIGNATURE.test(text) && signatures.length < MAX_SIGNATURES) {
      signatures.push(Buffer.from(text, 'hex'));
    }
  }
  if (t === undefined || !TIMESTAMP.test(t) || signatures.length === 0) return 'header_malformed';
  return { t, signatures };
}

/** A part without `=` has an empty text and, like every unknown part, no effect. Proxies may put blanks around the commas. */
function splitPart(part: string): [name: string, text: string] {
  const trimmed = part.trim();
  const equals = trimmed.indexOf('=');
  return equals === -1 ? [trimmed, ''] : [trimmed.slice(0, equals), trimmed.slice(equals + 1)];
}
