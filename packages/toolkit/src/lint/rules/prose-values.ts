/**
 * A text names each value that it repeats, as `{x-limits.window_seconds|duration}`: the bundle has the value (document/prose-values.ts).
 * So a text cannot contradict the data. A text with a number or a number word of its own is refused, except for the idioms below.
 */
import { namedValues, valueText, withoutNames } from '../../document/prose-values.ts';
import type { NamedValue } from '../../document/prose-values.ts';
import type { Place, Problem, Rule } from '../contract.ts';
import { findSchema } from '../schemas.ts';

/** The keys of texts for readers. Under `properties` the same names are fields, whose values are objects. */
const textKeys = new Set([
  'description',
  'summary',
  'details',
  'meaning',
  'message',
  'action',
  'fix',
  'may',
  'sandbox',
  'x-displayName',
]);
/** Illustrations. Their values are data of their own, and their summaries describe these. */
const illustrations = new Set(['example', 'examples', 'x-codeSamples']);

const number =
  /(?<![\w.-])\d[\d.,]*\w*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|hundred|thousand)\b/gi;

/** Numbers that no value of a contract determines. */
const idioms: readonly { readonly reason: string; readonly form: RegExp }[] = [
  { reason: 'code and addresses', form: /`[^`]*`|\bhttps?:\S+/g },
  {
    reason: 'names of standards',
    form: /\b(?:RFC \d+|ISO \d+(?:-\d+ alpha-\d)?|E\.164|UTF-8|HMAC-SHA256|TLS \d\.\d)\b/g,
  },
  { reason: 'HTTP statuses', form: /\b(?:(?:gets|returns|with) [2-5]\d\d\b(?! [a-z]+s\b)|[2-5]xx\b)/gi },
  { reason: 'numbering begins with 1', form: /\b(?:from|step) 1\b/g },
];

export const proseValues: Rule = function* (contract) {
  for (const { text, holder } of everyText(contract)) {
    for (const value of namedValues(text.text())) yield* checkValue(contract, { value, text, holder });
    let rest = withoutNames(text.text());
    for (const { form } of idioms) rest = rest.replaceAll(form, '');
    for (const [found] of rest.matchAll(number)) {
      const message = `This text has the value ${found} of its own. Name the value that it repeats, as {x-limits.window_seconds|duration}, or omit it.`;
      yield { place: text, message };
    }
  }
};

interface Text {
  readonly text: Place;
  /** The object that contains the text. */
  readonly holder: Place;
}

/** Every text for readers, once. */
function everyText(contract: Place): Text[] {
  const seen = new Set<string>();
  const visit = (place: Place): Text[] => {
    const pointer = place.location.absolutePointer;
    if (seen.has(pointer)) return [];
    seen.add(pointer);
    return place.entries().flatMap(([key, each]) => {
      if (illustrations.has(key)) return [];
      if (typeof each.value !== 'string') return visit(each);
      return textKeys.has(key) ? [{ text: each, holder: place }] : [];
    });
  };
  return visit(contract);
}

function* checkValue(
  contract: Place,
  { value, text, holder }: Text & { readonly value: NamedValue },
): Iterable<Problem> {
  try {
    valueText(findValue(contract, { value, holder }), value.filters);
  } catch (error) {
    yield { place: text, message: `${value.text} has no text. ${error instanceof Error ? error.message : ''}` };
  }
}

function findValue(contract: Place, { value, holder }: { value: NamedValue; holder: Place }): unknown {
  const [first, kind, name = '', ...rest] = value.keys;
  // Only the bundle has every schema below components.
  if (!value.isBeside && first === 'components' && kind === 'schemas') {
    return findSchema(contract, name).at(...rest).value;
  }
  return (value.isBeside ? holder : contract).at(...value.keys).value;
}
