/** The header that carries a webhook's signature (SIG-1). Node's `request.headers` spells it in lower case. */
export const SIGNATURE_HEADER = 'Service-Signature';

/** The name of the parts that hold a signature (SIG-1). */
export const SIGNATURE_SCHEME = 'v1';

const MAX_HEADER_LENGTH = 4096;
const MAX_SIGNATURES = 8;
const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** The value of a Service-Signature header as Node, Express, Lambda or `Headers.get` hand it over. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** Where the header is found: its value, or all headers of the request, as `Headers` or as a plain object. */
export type HeaderSource =
  HeaderValue | { get(name: string): string | null } | { readonly [name: string]: string | readonly string[] | undefined };

/** The two things a Service-Signature header says. */
export interface SignatureHeader {
  /** `t` as written: its digits are part of what is signed. */
  readonly t: string;
  /** The first 8 well-formed `v1` parts, 64 lowercase hex digits each. Never empty. */
  readonly signatures: readonly string[];
}

/** Reads the header, or says what is wrong with it. The work is bounded by the longest header accepted (SIG-5). */
export function parseSignatureHeader(source: HeaderSource): SignatureHeader | 'header_missing' | 'header_malformed' {
  const found = findHeader(source);
  const value = Array.isArray(found) && found.length < 2 ? found[0] : found;
  if (value === undefined || value === null || value === '') return 'header_missing';
  if (typeof value !== 'string' || value.length > MAX_HEADER_LENGTH) return 'header_malformed';

  let t: string | undefined;
  const signatures: string[] = [];
  for (const part of value.split(',')) {
    const [name, text] = splitPart(part);
    if (name === 't') {
      if (t !== undefined) return 'header_malformed';
      t = text;
    } else if (name === SIGNATURE_SCHEME && SIGNATURE.test(text) && signatures.length < MAX_SIGNATURES) {
      signatures.push(text);
    }
  }
  if (t === undefined || !TIMESTAMP.test(t) || signatures.length === 0) return 'header_malformed';
  return { t, signatures };
}

/** The header's value among all headers. Plain objects may spell the name in any case; two spellings at once are two values. */
function findHeader(source: unknown): unknown {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return source;
  if ('get' in source && typeof source.get === 'function') return source.get(SIGNATURE_HEADER);
  const found = Object.entries(source).filter(
    ([name, value]) => name.length === SIGNATURE_HEADER.length && value !== undefined && isSignatureName(name),
  );
  return found.length < 2 ? found[0]?.[1] : found;
}

function isSignatureName(name: string): boolean {
  return name.toLowerCase() === SIGNATURE_HEADER.toLowerCase();
}

/** A part without `=` has an empty text and, like every unknown part, no effect. Proxies may put blanks around the commas. */
function splitPart(part: string): [name: string, text: string] {
  const trimmed = part.trim();
  const equals = trimmed.indexOf('=');
  return equals === -1 ? [trimmed, ''] : [trimmed.slice(0, equals), trimmed.slice(equals + 1)];
}
