/** The parts of a document that no output reads: generate states each with its first place and its effect. */
import { isJsonObject, type JsonObject } from './bundled-contract.ts';
import { isData, isNameMap, listOf } from './normalize.ts';

/** An object of a document, and its JSON pointer. */
interface Part {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** Formats that the router checks, or that have a form of their own. Every other one is a text for readers. */
const formats = new Set(
  'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid json-pointer relative-json-pointer json-pointer-uri-fragment byte int32 int64 uint64 float double password binary'.split(
    ' ',
  ),
);

/** A part of an object that is not read: its kind, the effect, and the value that is not read. */
type Unread = (
  value: JsonObject,
  pointer: string,
) => readonly (readonly [kind: string, effect: string, written?: string])[];

const keywords: Readonly<Record<string, string>> = {
  xml: 'bodies of XML are texts, which parsers of the router turn into values',
  contentEncoding: 'the text is not decoded',
  contentSchema: 'the text is not parsed',
  externalDocs: 'the docs do not link to it',
  $recursiveRef: '3.1 does not have it, so every value is allowed; write $ref',
};

const rules: readonly Unread[] = [
  (value) => Object.entries(keywords).filter(([keyword]) => value[keyword] !== undefined),
  ({ format }) =>
    typeof format === 'string' && !formats.has(format) ? [['another format', 'nothing checks it', format]] : [],
  ({ examples }) =>
    Object.values(isJsonObject(examples) ? examples : {}).some((each) => isJsonObject(each) && 'externalValue' in each)
      ? [['externalValue', 'the docs and the mock use the examples of the document only']]
      : [],
  ({ jsonSchemaDialect: dialect }) =>
    typeof dialect === 'string' && !/spec\.openapis\.org|json-schema\.org\/draft\/2020-12/.test(dialect)
      ? [['jsonSchemaDialect', 'schemas are read as JSON Schema 2020-12']]
      : [],
  ({ headers, contentType }, pointer) =>
    headers !== undefined &&
    /\/encoding\/[^/]*$/.test(pointer) &&
    (contentType === undefined || typeof contentType === 'string')
      ? [['headers of an encoding', 'the headers of parts are neither sent nor checked']]
      : [],
  ({ content }, pointer) =>
    Object.keys(isJsonObject(content) && pointer.includes('requestBody') ? content : {})
      .filter((type) => /^multipart\/(?!form-data|\*)|[/+]xml\b/i.test(type))
      .map((type) => [type, 'the client sends it as it is, and the router needs a parser']),
  ({ url }, pointer) =>
    /\/servers\/\d+$/.test(pointer) && typeof url === 'string' && !/^(?:https?:\/\/|\{)/.test(url)
      ? [['a relative server', 'the client needs baseUrl']]
      : [],
];

/**
 * Returns a line for each kind of part that nothing reads.
 *
 * @throws for a reference that no output can follow.
 */
export function unreadIn(document: JsonObject): string[] {
  const found = [...partsOf(document, '#')].flatMap(({ value, pointer }) => {
    if (typeof value['$dynamicRef'] === 'string')
      throw new Error(`$dynamicRef is not supported; write $ref, at ${pointer}.`);
    const { $ref: reference } = value;
    if (typeof reference === 'string' && !/^#(?:\/|$)/.test(reference))
      throw new Error(`The reference ${reference} is not a JSON pointer into the document; write #/…, at ${pointer}.`);
    return rules.flatMap((rule) =>
      rule(value, pointer).map(([kind, effect, written]) => ({ kind, effect, written, pointer })),
    );
  });
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, places]) => {
    const [{ effect, pointer } = { effect: '', pointer: '' }] = places;
    const written = [...new Set(places.flatMap((each) => each.written ?? []))].join(', ');
    const more = places.length > 1 ? ` and ${places.length - 1} more` : '';
    return `${kind}${written === '' ? '' : ` (${written})`} at ${pointer}${more}: ${effect}.`;
  });
}

/** Yields the objects of a document, except for maps of names and for data. */
function* partsOf(value: unknown, pointer: string, isMap = false): Iterable<Part> {
  if (Array.isArray(value)) {
    for (const [index, each] of listOf(value).entries()) yield* partsOf(each, `${pointer}/${index}`);
  }
  if (!isJsonObject(value)) return;
  if (!isMap) yield { value, pointer };
  for (const [key, each] of Object.entries(value)) {
    if (!isMap && (isData(key, each) || key.startsWith('x-'))) continue;
    const token = key.replaceAll('~', '~0').replaceAll('/', '~1');
    yield* partsOf(each, `${pointer}/${token}`, !isMap && isNameMap(key, each));
  }
}
