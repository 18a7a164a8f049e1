import { type Bytes, utf } from '../input.ts';

/** A webhook whose signature matches no secret. */
export interface RefusedWebhook {
  readonly secrets: readonly string[];
  readonly body: Uint8Array;
}

/** A secret and a body that may be the original ones, and the mistake that a match proves. */
export interface Suspect {
  readonly secret: string | Bytes;
  readonly body: Uint8Array;
  /** The mistake and its fix. */
  readonly mistake: string;
}

const encoder = new utf.TextEncoder();
const strict = new utf.TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const bom = '\u{FEFF}';

/**
 * Yields the common mistakes that break a signature, one at a time: changes of the secret, then changes of the body. Pass it
 * to `createVerifier` as `diagnose`.
 */
export function* usualMistakes({ secrets, body }: RefusedWebhook): Generator<Suspect, void> {
  for (const secret of secrets) {
    for (const [original, mistake] of originalSecrets(secret)) yield { secret: original, body, mistake };
  }
  for (const [original, mistake] of originalBodies(body)) {
    const bytes = typeof original === 'string' ? encoder.encode(original) : original;
    for (const secret of secrets) yield { secret, body: bytes, mistake };
  }
}

function* originalSecrets(secret: string): Generator<[string | Bytes, string], void> {
  const unquoted = secret.replace(/^(["'])(.*)\1$/s, '$2');
  if (unquoted !== secret) yield [unquoted, 'The configured secret has quotation marks around it. Remove them.'];
  yield [`whsec_${secret}`, 'The configured secret lacks its prefix whsec_. Configure the whole secret.'];
  const bare = unquoted.replace(/^whsec_/, '');
  if (bare !== unquoted)
    yield [bare, 'The sender leaves out whsec_. The service signs with the whole secret as shown.'];
  const decoded = fromBase64(unquoted);
  if (decoded)
    yield [decoded, 'The configured secret is the base64 form of the real one, as in Kubernetes. Decode it first.'];
  const key = bare === unquoted ? undefined : fromBase64(bare);
  if (key) yield [key, 'The sender decodes the secret from base64. The service signs with its text as shown.'];
  yield [
    btoa(latin1(encoder.encode(secret))),
    'The configured secret was decoded from base64. Configure its text as shown.',
  ];
}

function* originalBodies(body: Uint8Array): Generator<[string | Uint8Array, string], void> {
  const text = decode(body);
  if (text === undefined) return;
  const parsed = parseJson(text);
  const reserialized = 'The body was parsed and serialized again. Pass the bytes that arrived, before any JSON parser.';
  if (typeof parsed === 'string') yield [parsed, 'The body is wrapped in a JSON string. Pass it as it arrived.'];
  else if (parsed !== undefined) yield [JSON.stringify(parsed), reserialized];
  if (text.includes('\r\n'))
    yield [text.replaceAll('\r\n', '\n'), 'The line breaks became CRLF. Pass the bytes unchanged.'];
  else if (text.includes('\n'))
    yield [text.replaceAll('\n', '\r\n'), 'The line breaks lost their CR. Pass the bytes unchanged.'];
  if (text.startsWith(bom))
    yield [text.slice(1), 'A byte order mark was added before the body. Pass the bytes unchanged.'];
  else yield [bom + text, 'The byte order mark before the body was removed. Pass the bytes unchanged.'];
  if (text.trim() !== text) yield [text.trim(), 'Blanks were added around the body. Pass the bytes unchanged.'];
  for (const end of ['\n', '\r\n'])
    yield [text + end, 'The line break after the body was removed. Pass the bytes unchanged.'];
  const decoded = fromBase64(text);
  if (decoded) yield [decoded, 'The body is still base64, as Lambda passes it. Decode it first (isBase64Encoded).'];
  const bytes = fromLatin1(text);
  if (bytes && bytes.length < body.length) {
    yield [bytes, 'The body was read as Latin-1 and written as UTF-8. Pass the bytes, or decode them as UTF-8.'];
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

/** Returns the bytes of Latin-1 text. Returns undefined if it has other characters. */
function fromLatin1(text: string): Bytes | undefined {
  return /^[\0-\u{FF}]*$/u.test(text) ? Uint8Array.from(text, (character) => character.charCodeAt(0)) : undefined;
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
