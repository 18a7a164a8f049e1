/** Copies and adds entries in the text of a YAML file. Every byte beside the added entry stays: each parsed node has a range in the text. */
import { isAlias, isCollection, isMap, isNode, isPair, isScalar, isSeq, parseDocument, visit } from 'yaml';

/** The keys and indexes that lead to a value. */
export type YamlPlace = readonly (string | number)[];

/** Returns the entry of a mapping as it is written, without indentation. Its anchors lose their names, which stay those of the original. */
export function copyEntry(text: string, place: YamlPlace): string {
  const parent = collectionAt(text, place.slice(0, -1));
  const pair = isMap(parent) ? parent.items.find(({ key }) => nameOf(key) === place.at(-1)) : undefined;
  if (!pair) throw new Error(`There is no ${place.join('.')}.`);
  const copied = anchorsIn(pair.value).reduce(
    (slice, anchor) => slice.replaceAll(new RegExp(String.raw` &${anchor}(?=\s)`, 'g'), ''),
    text.slice(startOf(pair), endOf(pair, text)),
  );
  return shifted(copied, -columnOf(text, startOf(pair)));
}

/**
 * Adds an entry to the mapping at a place, or an item to the list there: behind the entry `behind`, or at the end.
 *
 * @throws if the collection does not exist, or if it is written in one line and the entry in several.
 */
export function addEntry(
  text: string,
  place: YamlPlace,
  { entry, behind }: { readonly entry: string; readonly behind?: string },
): string {
  const parent = collectionAt(text, place);
  if (!parent) throw new Error(`There is no mapping or list at ${place.join('.')}.`);
  const items: readonly unknown[] = parent.items;
  const last = items.find((item) => isPair(item) && nameOf(item.key) === behind) ?? items.at(-1);
  const isInLine = parent.flow === true;
  if (isInLine ? entry.includes('\n') : last === undefined) {
    throw new Error(`${place.join('.')} is written in one line or empty. Write it in several lines first.`);
  }
  const end = last === undefined ? startOf(parent) + 1 : endOf(last, text);
  if (isInLine) return insert(text, end, last === undefined ? entry : `, ${entry}`);
  const column = columnOf(text, startOf(isSeq(parent) ? parent : last));
  const lines = isSeq(parent) ? `- ${shifted(entry, 2)}` : entry;
  // A comment behind the last entry stays there.
  const lineEnd = text.indexOf('\n', end);
  return insert(text, lineEnd < 0 ? text.length : lineEnd, `\n${' '.repeat(column)}${shifted(lines, column)}`);
}

/** Returns a text whose lines after the first one begin so many columns further right. */
export function shifted(text: string, columns: number): string {
  return text.replaceAll(/\n( *)(?=\S)/g, (_, spaces: string) => `\n${' '.repeat(spaces.length + columns)}`);
}

/** The value of a key. */
export function nameOf(key: unknown): unknown {
  return isScalar(key) ? key.value : key;
}

function collectionAt(text: string, place: YamlPlace) {
  const document = parseDocument(text);
  const found: unknown = place.length === 0 ? document.contents : document.getIn(place, true);
  return isCollection(found) ? found : undefined;
}

function anchorsIn(value: unknown): string[] {
  const anchors: string[] = [];
  if (!isNode(value)) return anchors;
  visit(value, {
    Node(_, node) {
      if (!isAlias(node) && node.anchor !== undefined) anchors.push(node.anchor);
    },
  });
  return anchors;
}

function startOf(item: unknown): number {
  const node = isPair(item) ? item.key : item;
  return (isNode(node) && node.range?.[0]) || 0;
}

/** The end of the last character. The range of a collection in several lines contains the comments behind it, too. */
function endOf(item: unknown, text: string): number {
  const node = isPair(item) ? (item.value ?? item.key) : item;
  if (isCollection(node) && node.flow !== true && node.items.length > 0) return endOf(node.items.at(-1), text);
  return text.slice(0, (isNode(node) && node.range?.[1]) || 0).trimEnd().length;
}

function columnOf(text: string, at: number): number {
  return at - text.lastIndexOf('\n', at - 1) - 1;
}

function insert(text: string, at: number, added: string): string {
  return `${text.slice(0, at)}${added}${text.slice(at)}`;
}
