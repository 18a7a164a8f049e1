/** The examples of the contract as requests, and mutations of them. */
import { operationTable, type OperationId } from '@booking-service/contract';
import fc from 'fast-check';
import { publicContract } from '../../src/generated/public-contract.ts';
import { loadContractDocument } from '../../src/http/documents.ts';

export interface ExampleRequest {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Node = { readonly [key: string]: Node };

// The whole document as plain nodes. The type of loadContractDocument declares only what is compiled.
const document = loadContractDocument() as unknown as Node;

const path_ids = /\{(\w+)\}/g;

/** The request of each example of an operation's body; one without a body if it has none. */
export function exampleRequests(operationId: OperationId): ExampleRequest[] {
  const { method, path } = operationTable[operationId];
  const operation = document['paths']?.[path]?.[method] ?? {};
  const target = path.replaceAll(path_ids, (_, name: string) => String(exampleOf(operation, name)));
  const media = operation['requestBody']?.['content']?.['application/json'];
  const bodies: readonly unknown[] = media
    ? Object.values(media['examples'] ?? {}).map((each) => resolve(each)['value'])
    : [undefined];
  return bodies.map((body) => ({
    method: method.toUpperCase(),
    target,
    headers: {},
    ...(body !== undefined && { body }),
  }));
}

function exampleOf(operation: Node, name: string): unknown {
  const parameters = Object.values(operation['parameters'] ?? {}).map(resolve);
  const found = parameters.find((each) => (each['name'] as unknown) === name);
  return found && (found['example'] ?? resolve(found['schema'] ?? {})['example']);
}

function resolve(node: Node): Node {
  const { $ref } = node as { $ref?: unknown };
  if (typeof $ref !== 'string') return node;
  const names = $ref.slice(2).split('/');
  return resolve(names.reduce<Node>((at, name) => at[name.replaceAll('~1', '/')] ?? {}, document));
}

const texts = [
  '',
  '0',
  '1',
  '101',
  '1.5',
  ' 5',
  '1e2',
  'a,b',
  'confirmed',
  'booking.created',
  '2026-11-21T09:30:00Z',
  '2026-11-21',
  'x'.repeat(600),
];
const integers = [
  '5',
  '-1',
  '+5',
  '05',
  '0x5',
  '0b1',
  '0o7',
  '5e0',
  '5.0',
  '5.',
  '.5',
  '5 ',
  '\t5',
  '٥',
  '1_0',
  'NaN',
  'Infinity',
];
const text = fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...integers), fc.string({ maxLength: 6 }));
/** The ends of the name of a field of an object, well formed or not. */
const keys = ['[order]', '[a]', '[a][b]', '[a]b', '[a', ']', '[]', '[[a]]', '', '.a', '[x.y]', '[Order]'];
const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, [], {}),
  text,
  fc.jsonValue({ maxDepth: 1 }).filter(hasNames),
);
const field = fc.constantFrom('zzz', 'a/b', 'a~b', 'id');

/** The package reports an unknown field without a name at the object that has it. */
function hasNames(node: unknown): boolean {
  return !JSON.stringify(node).includes('"":');
}

/** Requests that differ from a request in their query, their headers, their path or their body. */
export function mutationsOf(operationId: OperationId, request: ExampleRequest): fc.Arbitrary<ExampleRequest> {
  const { parameters = [] } = publicContract[operationId] ?? {};
  const namesIn = (place: string) =>
    parameters
      .filter((each) => each.in === place)
      .flatMap(({ name, style }) => (style === 'deepObject' ? keys.map((key) => `${name}${key}`) : [name]));
  const isList = (name: string) => parameters.some((each) => each.name === name && each.isList);
  const names = fc.constantFrom(...namesIn('query'), 'limit');
  const pairs = fc
    .oneof(
      fc.array(fc.tuple(names, text), { maxLength: 3 }),
      // The same name with different texts.
      fc.tuple(names, text, text).map(
        ([name, first, second]) =>
          [
            [name, first],
            [name, second],
          ] as [string, string][],
      ),
    )
    // The package does not read an empty list.
    .map((sent) => sent.filter(([name, sentText]) => !(isList(name) && sentText === '')));
  const segment = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    text.filter((each) => each !== ''),
  );
  const headers = fc.array(
    fc.tuple(fc.constantFrom(...namesIn('header'), 'X-Other'), fc.constantFrom('a', 'a b', 'x'.repeat(1100))),
    { maxLength: 2 },
  );
  return fc.record({ pairs, segment, headers, body: mutatedBody(request.body) }).map((mutated) => ({
    method: request.method,
    target: withQuery(withSegment(request.target, operationId, mutated.segment), mutated.pairs),
    headers: Object.fromEntries(mutated.headers),
    ...(mutated.body !== undefined && { body: mutated.body }),
  }));
}

function withQuery(path: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.length === 0 ? path : `${path}?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
}

/** Replaces the values of the parameters of a path. */
function withSegment(path: string, operationId: OperationId, segment: string | undefined): string {
  if (segment === undefined) return path;
  return operationTable[operationId].path.replaceAll(path_ids, () => encodeURIComponent(segment));
}

/** A body with some fields replaced, removed or added, or another value in its place. */
function mutatedBody(body: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== 'object' || body === null) return fc.constant(body);
  const names = Object.keys(body);
  const change = fc.tuple(
    fc.oneof(field, ...(names.length > 0 ? [fc.constantFrom(...names)] : [])),
    fc.option(value, { nil: undefined }),
    fc.boolean(),
  );
  const changed = fc.array(change, { maxLength: 3 }).map((changes) => {
    const copy: Record<string, unknown> = structuredClone({ ...body });
    for (const [name, next, isInside] of changes) {
      const inner = copy[name];
      const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
      copy[name] = isInside && isObject ? { ...inner, zzz: next } : next;
    }
    return copy;
  });
  return fc.oneof(
    { weight: 8, arbitrary: changed },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}
