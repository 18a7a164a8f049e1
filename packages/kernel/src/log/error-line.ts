/**
 * Masks card and telephone numbers in a text, with any spacing. Does not mask ids, instants and counts.
 *  1. A sequence is digits with at most three separators between two digits. No letter or digit touches its ends.
 *  2. Adjacent groups of a sequence with 13 to 19 digits in total are a card number if their check digit is valid. So an amount
 *     before or after the number does not hide it.
 *  3. A UUID is not a number. A group that is an instant (in milli-, micro- or nanoseconds, or as 20261121093000) is not a card.
 */
const separator = String.raw`[ \t.\-\u00a0\u2007\u2009\u2010-\u2013\u202f\u2212]`;
const uuid = /(?<!\w)[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?!\w)/i.source;
const sequence = String.raw`(?<!\w)\d(?:${separator}{0,3}\d){12,200}(?!\w)`;
const uuidOrSequence = new RegExp(`(${uuid})|${sequence}`, 'gi');
const instant = /^(?:1\d{12}(?:\d{3}){0,2}|20\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{6}(?:\d{3})?)$/;

const between = String.raw`(?:${separator}|[()/]){0,3}`;
/** E.164 with 00 instead of the plus. */
const withZeros = String.raw`(?<![\w.:+-])00${separator}?[1-9](?:${between}\d){6,15}(?!\w)`;
const telephone = [
  // E.164, the form of the contract, with or without spaces and the trunk prefix 0.
  String.raw`\+${separator}?[1-9](?:${between}\d){6,15}`,
  withZeros,
  // An area code in parentheses that starts with 0.
  String.raw`(?<!\w)\(0[\d ]{0,5}\)(?:${between}\d){5,13}(?!\w)`,
].join('|');
const uuidOrTelephone = new RegExp(`(${uuid})|${telephone}`, 'gi');

/**
 * In every text with such a number one of these matches. They are cheap, and also match in many other texts, but hardly ever in an id, a
 * trace id or a digest: one in 256 of them begins with 00, and each line of its key would be masked.
 */
const mayBeNumber: readonly RegExp[] = [
  /[+(]/,
  new RegExp(String.raw`(?<!\w)\d(?:${separator}{0,3}\d){12}`),
  new RegExp(withZeros),
];

/** A part of a text: from `start` to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces each card number and each telephone number in the text with `mask`. Where both overlap, because some groups of a
 * telephone number happen to have a valid check digit, one mask replaces both.
 */
function maskNumbers(text: string, mask: string): string {
  const spans = [...findCards(text), ...findTelephones(text)].toSorted((a, b) => a.start - b.start);
  let masked = '';
  let at = 0;
  for (const { start, end } of spans) {
    if (start >= at) masked += text.slice(at, start) + mask;
    at = Math.max(at, end);
  }
  return masked + text.slice(at);
}

function findTelephones(text: string): Span[] {
  return [...text.matchAll(uuidOrTelephone)].flatMap(({ 0: found, 1: id, index }) => {
    return id === undefined ? [{ start: index, end: index + found.length }] : [];
  });
}

function findCards(text: string): Span[] {
  return [...text.matchAll(uuidOrSequence)].flatMap(({ 0: found, 1: id, index }) => {
    return id === undefined
      ? findCardsIn(found).map(({ start, end }) => ({ start: index + start, end: index + end }))
      : [];
  });
}

/** Finds the card numbers in a sequence of digits and separators. */
function findCardsIn(digits: string): Span[] {
  const groups = [...digits.matchAll(/\d+/g)];
  const cards: Span[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    const last = findCardEnd(groups.map(String), first);
    const [from, to] = [groups[first], groups[last ?? -1]];
    if (last === undefined || !from || !to) continue;
    cards.push({ start: from.index, end: to.index + to[0].length });
    first = last;
  }
  return cards;
}

/** Returns the index of the last group of the longest card number that starts with the group `first`. */
function findCardEnd(groups: readonly string[], first: number): number | undefined {
  let digits = '';
  let end: number | undefined;
  for (let last = first; last < groups.length; last += 1) {
    digits += groups[last];
    if (digits.length > 19) break;
    const isInstant = last === first && instant.test(digits);
    if (digits.length >= 13 && !isInstant && hasValidCheckDigit(digits)) end = last;
  }
  return end;
}

/** The Luhn algorithm of ISO/IEC 7812-1. */
function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const value = place % 2 === 0 ? digit : 2 * digit;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Replaces every masked text. */
export const mask = '[masked]';

/** Fields with secrets or personal data. Their values are always masked. */
const hiddenNames: readonly string[] =
  `authorization cookie set-cookie headers rawHeaders api_key secret signing_secret idempotency_key webhook_url
  first_name last_name email phone destination metadata answer body payload`.split(/\s+/);

/** Masks texts and the lines of a log. */
interface Masking {
  /** Masks everything in the text that looks like a key, secret, credential of a header or URL, email, card or phone number. */
  readonly maskSecrets: (text: string) => string;
  /** Masks a line of JSON: every text, names included, and the whole value of every hidden field. */
  readonly maskLine: (line: string) => string;
  /** The same without the search for something to mask. */
  readonly maskWholeLine: (line: string) => string;
}

/** Creates a masking that also hides these fields: those in which the service writes personal data. */
export function createMasking(personal: readonly string[] = []): Masking {
  const hidden: ReadonlySet<string> = new Set([...hiddenNames, ...personal]);
  const names = [...hidden].join('|');

  /** Each pattern masks its match except for the first group. */
  const patterns: readonly RegExp[] = [
    // API keys, signing secrets, access tokens, and the tokens of the dashboard's links and sessions.
    /()(?:sk_(?:test|live)|whsec|adm|bsl|bss)_[\w+/=-]+/g,
    // The rest of a line with a header: as sent, as JSON, or as the list of names and values of Node.js.
    /((?:authorization|cookie)["'\\]*\s*[:=,])[^\r\n]+/gi,
    /((?:Bearer|Basic) +)[\w.~+/=-]+/gi,
    // A hidden field in a text that contains JSON.
    new RegExp(String.raw`("(?:${names})\\*"\s*:\s*)\\*"[^"\\]*\\*"`, 'g'),
    // The user name and password of a URL, and its query.
    /([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'/?#]{1,500}@/gi,
    /((?:https?|wss?):\/\/[^\s"'?#]{1,2000}\?)[^\s"'#]+/gi,
    /()[^\s"'\\/@:;,<>()=]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu,
  ];

  /**
   * In every line of JSON in which something can be masked one of these matches. Most lines of the log contain nothing of this, and these
   * patterns cost far less than masking; as one pattern they cost more. A line with an escape sequence is always masked: the patterns see
   * its text unescaped.
   */
  const signs: readonly RegExp[] = [
    /[\\@]|sk_(?:test|live)_|whsec_|adm_|bs[ls]_|authorization|cookie|bearer |basic |:\/\//i,
    new RegExp(`"(?:${names})"`, 'i'),
    ...mayBeNumber,
  ];

  function maskText(text: string): string {
    const remaining = patterns.reduce((masked, pattern) => masked.replaceAll(pattern, `$1${mask}`), text);
    return maskNumbers(remaining, mask);
  }

  function maskWholeLine(line: string): string {
    const masked: unknown = maskValue(JSON.parse(line));
    return `${JSON.stringify(masked)}\n`;
  }

  function maskValue(value: unknown): unknown {
    if (typeof value === 'string') return maskText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(maskValue);
    const fields = Object.entries(value).map(([name, field]) => [
      maskText(name),
      hidden.has(name) ? mask : maskValue(field),
    ]);
    return Object.fromEntries(fields) as unknown;
  }

  return {
    maskSecrets: maskText,
    maskLine: (line) => (signs.some((sign) => sign.test(line)) ? maskWholeLine(line) : line),
    maskWholeLine,
  };
}

const general = createMasking();

/** Masks a text by the fields that every service has. */
export function maskSecrets(text: string): string {
  return general.maskSecrets(text);
}

/** The form of an error in the log. */
export interface ErrorLine {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorLine;
}

/** Fields with personal data or secrets. Everything inside them is masked too. */
const personalNames: readonly string[] = ['metadata', 'webhook_url', 'signing_secret', 'answer', 'body'];
const maxDepth = 8;
const maxLength = 8000;
const maxText = 300;

/**
 * Converts an error for the log: its type, message, code, stack and causes. Secrets and the personal fields of `about` are masked,
 * because an error may quote the input that caused it. `personal` names further ones.
 */
export function errorLine(error: unknown, about?: unknown, personal: readonly string[] = []): ErrorLine {
  const names = new Set([...personalNames, ...personal]);
  const quoted = [...new Set(personalTexts(about, names))].toSorted((a, b) => b.length - a.length).map(toPattern);
  const clean = (text: string) =>
    maskSecrets(quoted.reduce((left, pattern) => left.replaceAll(pattern, mask), text)).slice(0, maxLength);

  /** Accepts every thrown value, also an object whose fields throw. */
  function toLine(thrown: unknown, depth: number): ErrorLine {
    try {
      return readLine(thrown, depth);
    } catch {
      return { type: typeof thrown, message: 'The thrown value cannot be read.' };
    }
  }

  function readLine(thrown: unknown, depth: number): ErrorLine {
    if (!(thrown instanceof Error)) return { type: typeof thrown, message: clean(String(thrown)) };
    const { name, message, stack, cause } = thrown;
    const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
    return {
      type: clean(name),
      message: clean(message),
      ...(code !== undefined && { code: clean(code) }),
      ...(stack !== undefined && { stack: clean(stack) }),
      ...(cause !== undefined && depth < maxDepth && { cause: toLine(cause, depth + 1) }),
    };
  }
  return toLine(error, 0);
}

/** Returns the message of an error and of its cause in one line, for people: at most `maxText` characters. */
export function errorText({ message, cause }: ErrorLine): string {
  const text = cause === undefined ? message : `${message.replace(/\.$/, '')}: ${cause.message}`;
  // PostgreSQL stores neither a lone surrogate, which a cut can leave, nor the character 0.
  return text.replaceAll('\0', '').slice(0, maxText).toWellFormed();
}

/** Yields every text in the personal fields of the value. */
function* personalTexts(
  value: unknown,
  personal: ReadonlySet<string>,
  isPersonal = false,
  depth = 0,
): Generator<string> {
  if (typeof value === 'string' && isPersonal && value !== '') yield value;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  for (const [name, field] of Object.entries(value)) {
    yield* personalTexts(field, personal, isPersonal || personal.has(name), depth + 1);
  }
}

/** Matches the text as a whole word, in any case: the name Al does not match in already. */
function toPattern(text: string): RegExp {
  const literal = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu');
}
