import type { Bytes } from '../bytes.ts';

/** A webhook whose signature no secret gives. */
export interface RefusedWebhook {
  readonly secrets: readonly string[];
  readonly body: Uint8Array;
}

/** A secret and a body that may have been meant, and what was done to them if they match. */
export interface Suspect {
  readonly secret: string | Bytes;
  readonly body: Uint8Array;
  /** The mistake and its fix. */
  readonly says: string;
}

const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const bom = '\u{FEFF}';

/**
 * The mistakes that usually make a signature fail, each tried alone: what was done to the secret, and what was done to the
 * body. Give it to `createVerifier` as `diagnose`.
 */
export function* usualMistakes({ secrets, body }: RefusedWebhook): Generator<Suspect, void> {
  for (const secret of secrets) {
    for (const [meant, says] of secretsMeant(secret)) yield { secret: meant, body, says };
  }
  for (const [meant, says] of bodiesMeant(body)) {
    const bytes = typeof meant === 'string' ? encoder.encode(meant) : meant;
    for (const secret of secrets) yield { secret, body: bytes, says };
  }
}

function* secretsMeant(secret: string): Generator<[string | Bytes, string], void> {
  const trimmed = secret.trim();
  if (trimmed !== secret) yield [trimmed, 'The configured secret has blanks or a line break around it: remove them.'];
  const unquoted = trimmed.replace(/^(["'])(.*)\1$/s, '$2');
  if (unquoted !== trimmed) yield [unquoted, 'The configured secret has quotation marks around it: remove them.'];
  yield [`whsec_${trimmed}`, 'The configured secret lacks its beginning, whsec_: configure it whole.'];
  const bare = unquoted.replace(/^whsec_/, '');
  if (bare !== unquoted)
    yield [bare, 'The sender leaves out whsec_: the service signs with the whole secret as shown.'];
  const decoded = fromBase64(unquoted);
  if (decoded)
    yield [decoded, 'The configured secret is base64 of the real one, as Kubernetes keeps it: decode it first.'];
  const key = bare === unquoted ? undefined : fromBase64(bare);
  if (key) yield [key, 'The sender decodes the secret from base64: the service signs with its text as shown.'];
  yield [
    btoa(latin1(encoder.encode(trimmed))),
    'The configured secret was decoded from base64: configure its text as shown.',
  ];
}

function* bodiesMeant(body: Uint8Array): Generator<[string | Uint8Array, string], void> {
  const text = decode(body);
  if (text === undefined) return;
  const parsed = parseJson(text);
  const again = 'The body was parsed and written again: pass the bytes as they arrived, read before any JSON parser.';
  if (typeof parsed === 'string') yield [parsed, 'The body is wrapped in a JSON string: pass it as it arrived.'];
  else if (parsed !== undefined) yield [JSON.stringify(parsed), again];
  if (text.includes('\r\n'))
    yield [text.replaceAll('\r\n', '\n'), 'Line breaks became CRLF: pass the bytes unchanged.'];
  else if (text.includes('\n'))
    yield [text.replaceAll('\n', '\r\n'), 'Line breaks lost their CR: pass the bytes unchanged.'];
  if (text.startsWith(bom))
    yield [text.slice(1), 'A byte order mark was put before the body: pass the bytes unchanged.'];
  else yield [bom + text, 'The byte order mark before the body was removed: pass the bytes unchanged.'];
  if (text.trim() !== text) yield [text.trim(), 'Blanks were put around the body: pass the bytes unchanged.'];
  for (const end of ['\n', '\r\n'])
    yield [text + end, 'The line break after the body was removed: pass the bytes unchanged.'];
  const decoded = fromBase64(text);
  if (decoded) yield [decoded, 'The body is still base64, as Lambda hands it over: decode it first (isBase64Encoded).'];
  const bytes = fromLatin1(text);
  if (bytes && bytes.length < body.length) {
    yield [bytes, 'The body was read as Latin-1 and written as UTF-8: pass the bytes, or decode them as UTF-8.'];
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromBase64(text: string): Bytes | undefined {
  try {
    return text === '' ? undefined : fromLatin1(atob(text));
  } catch {
    return undefined;
  }
}

/** The bytes whose Latin-1 text this is; undefined if it has other characters. */
function fromLatin1(text: string): Bytes | undefined {
  return /^[\0-\u{FF}]*$/u.test(text) ? Uint8Array.from(text, (character) => character.charCodeAt(0)) : undefined;
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
