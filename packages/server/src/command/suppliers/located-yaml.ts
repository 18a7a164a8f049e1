import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';

/** A place in a document: the names of fields and the positions in lists that lead to it. */
export type Path = readonly (string | number)[];

/** A fault in a YAML file, with its line from 1. */
export class YamlFault extends Error {
  override readonly name = 'YamlFault';
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** A YAML document that reports the line of each value. */
export interface LocatedYaml {
  readonly value: unknown;
  /** Returns the line, from 1, of the field or item at this path, or of its nearest parent if nothing is there. */
  lineOf(path: Path): number;
}

/** Parses YAML 1.2. Throws a YamlFault for a syntax error, a repeated key or an unknown tag. */
export function parseYaml(text: string): LocatedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) {
    // Some messages end with the text at the fault, which may be a secret.
    const reason = fault.message.replace(/(?:: | %)[^]*$/, '');
    throw new YamlFault(reason, lines.linePos(fault.pos[0]).line);
  }

  function find(node: unknown, key: string | number): { start: number | undefined; node: unknown } | undefined {
    const held = isAlias(node) ? node.resolve(document) : node;
    if (isMap(held)) {
      const pair = held.items.find((each) => isScalar(each.key) && String(each.key.value) === String(key));
      return pair && { start: startOf(pair.key), node: pair.value };
    }
    if (!isSeq(held)) return undefined;
    const item = held.items[Number(key)];
    return item === undefined ? undefined : { start: startOf(item), node: item };
  }

  return {
    // An alias may stand for at most 100 nodes, so that a small file cannot become a large value.
    value: document.toJS({ maxAliasCount: 100 }) as unknown,
    lineOf(path) {
      let node: unknown = document.contents;
      let start = startOf(node) ?? 0;
      for (const key of path) {
        const found = find(node, key);
        if (!found) break;
        start = found.start ?? start;
        node = found.node;
      }
      return lines.linePos(start).line;
    },
  };
}

function startOf(node: unknown): number | undefined {
  // Every node that the parser made has a range.
  return (node as Node | null | undefined)?.range?.[0];
}
