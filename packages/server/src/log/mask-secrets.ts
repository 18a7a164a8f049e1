import { maskNumbers } from './mask-numbers.ts';

/** What a masked text shows in place of what it hides. */
export const mask = '[masked]';

/** Fields that hold a secret, or what a person entered, whatever their value looks like. */
const hidden: ReadonlySet<string> = new Set(
  `authorization cookie set-cookie headers rawHeaders api_key secret signing_secret idempotency_key webhook_url
  guest first_name last_name email phone destination metadata answer body payload`.split(/\s+/),
);

/** Each hides all of its match but the first group. */
const patterns: readonly RegExp[] = [
  // API keys and signing secrets, wherever they stand.
  /()(?:sk_(?:test|live)|whsec)_[\w+/=-]+/g,
  // The rest of a line that dumps a header: as sent, as JSON, or as Node's list of names and values.
  /((?:authorization|cookie)["'\\]*\s*[:=,])[^\r\n]+/gi,
  /((?:Bearer|Basic) +)[\w.~+/=-]+/gi,
  // A hidden field in a text that quotes JSON.
  new RegExp(String.raw`("(?:${[...hidden].join('|')})\\*"\s*:\s*)\\*"[^"\\]*\\*"`, 'g'),
  // A URL's userinfo, and its query.
  /([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'/?#]{1,500}@/gi,
  /((?:https?|wss?):\/\/[^\s"'?#]{1,2000}\?)[^\s"'#]+/gi,
  /()[^\s"'\\/@:;,<>()=]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu,
];

/** The text without what looks like a key, a secret, a credential of a header or a URL, an email, a card or a telephone number. */
export function maskSecrets(text: string): string {
  const left = patterns.reduce((masked, pattern) => masked.replaceAll(pattern, `$1${mask}`), text);
  return maskNumbers(left, mask);
}

/** A line of JSON with every text masked, names included, and every hidden field masked whole. */
export function maskLine(line: string): string {
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
