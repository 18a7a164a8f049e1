import { maskNumbers, mayBeNumber } from './mask-numbers.ts';

/** Replaces every masked text. */
export const mask = '[masked]';

/** Fields with secrets or personal data. Their values are always masked. */
const hidden: ReadonlySet<string> = new Set(
  `authorization cookie set-cookie headers rawHeaders api_key secret signing_secret idempotency_key webhook_url
  guest first_name last_name email phone destination metadata answer body payload`.split(/\s+/),
);

/** Each pattern masks its match except for the first group. */
const patterns: readonly RegExp[] = [
  // API keys, signing secrets, access tokens, and the tokens of the dashboard's links and sessions.
  /()(?:sk_(?:test|live)|whsec|adm|bsl|bss)_[\w+/=-]+/g,
  // The rest of a line with a header: as sent, as JSON, or as the list of names and values of Node.js.
  /((?:authorization|cookie)["'\\]*\s*[:=,])[^\r\n]+/gi,
  /((?:Bearer|Basic) +)[\w.~+/=-]+/gi,
  // A hidden field in a text that contains JSON.
  new RegExp(String.raw`("(?:${[...hidden].join('|')})\\*"\s*:\s*)\\*"[^"\\]*\\*"`, 'g'),
  // The user name and password of a URL, and its query.
  /([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'/?#]{1,500}@/gi,
  /((?:https?|wss?):\/\/[^\s"'?#]{1,2000}\?)[^\s"'#]+/gi,
  /()[^\s"'\\/@:;,<>()=]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu,
];

/** Masks everything in the text that looks like a key, secret, credential of a header or URL, email, card or phone number. */
export function maskSecrets(text: string): string {
  const remaining = patterns.reduce((masked, pattern) => masked.replaceAll(pattern, `$1${mask}`), text);
  return maskNumbers(remaining, mask);
}

/**
 * Matches every line of JSON in which something can be masked. Most lines of the log contain nothing of this, and a match of this one
 * pattern costs far less than masking. A line with an escape sequence is always masked: the patterns see its text unescaped.
 */
const mayNeedMasking = new RegExp(
  [
    String.raw`[\\@]`,
    String.raw`sk_(?:test|live)_|whsec_|adm_|bs[ls]_`,
    'authorization|cookie|bearer |basic ',
    '://',
    `"(?:${[...hidden].join('|')})"`,
    mayBeNumber,
  ].join('|'),
  'i',
);

/** Masks a line of JSON: every text, names included, and the whole value of every hidden field. */
export function maskLine(line: string): string {
  return mayNeedMasking.test(line) ? maskWholeLine(line) : line;
}

/** The same without the search for something to mask. */
export function maskWholeLine(line: string): string {
  const masked: unknown = maskValue(JSON.parse(line));
  return `${JSON.stringify(masked)}\n`;
}

function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(maskValue);
  const fields = Object.entries(value).map(([name, field]) => [
    maskSecrets(name),
    hidden.has(name) ? mask : maskValue(field),
  ]);
  return Object.fromEntries(fields) as unknown;
}
