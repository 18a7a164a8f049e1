const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

export interface Operation {
  /** The operationId. If it is missing: the method and path. */
  readonly name: string;
  readonly path: string;
  readonly place: Place;
  /** The parameters of the operation and of its path. */
  readonly parameters: readonly Place[];
}

interface Webhook {
  readonly event: string;
  readonly place: Place;
  readonly parameters: readonly Place[];
}

export interface ContractResponse {
  readonly status: string;
  readonly place: Place;
  /** The operation of the response; undefined for a response outside every operation (x-unrouted). */
  readonly operation: Operation | undefined;
}

/** Every operation of the contract. */
export function operations(contract: Place): Operation[] {
  return methodsUnder(contract.at('paths')).map(({ key, method, place, parameters }) => {
    const id = place.at('operationId').value;
    return { name: typeof id === 'string' ? id : `${method.toUpperCase()} ${key}`, path: key, place, parameters };
  });
}

/** Every webhook of the contract. */
export function webhooks(contract: Place): Webhook[] {
  return methodsUnder(contract.at('webhooks')).map(({ key, place, parameters }) => ({ event: key, place, parameters }));
}

/** Every response of the contract: the responses of each operation, and the responses outside every operation. */
export function responses(contract: Place): ContractResponse[] {
  return [
    ...operations(contract).flatMap((operation) => responsesOf(operation)),
    ...contract
      .at('x-unrouted')
      .entries()
      .map(([status, place]) => ({ status, place, operation: undefined })),
  ];
}

export function responsesOf(operation: Operation): ContractResponse[] {
  return operation.place
    .at('responses')
    .entries()
    .map(([status, place]) => ({ status, place, operation }));
}

/** Checks that the security of the contract has these alternatives, and that each scheme is a bearer token. The servers read nothing else. */
export function* checkBearer(contract: Place, expected: readonly (readonly string[])[]): Iterable<Problem> {
  const security = contract.at('security');
  const alternatives = items(security).map((each) => each.entries().map(([scheme]) => scheme));
  if (JSON.stringify(alternatives) !== JSON.stringify(expected)) {
    const wanted = JSON.stringify(expected.map((schemes) => Object.fromEntries(schemes.map((scheme) => [scheme, []]))));
    yield { place: security, message: `The security is ${security.text()}, but the server requires ${wanted}.` };
  }
  for (const name of expected.flat()) {
    const scheme = contract.at('components', 'securitySchemes', name);
    if (scheme.at('type').value === 'http' && scheme.at('scheme').value === 'bearer') continue;
    yield {
      place: scheme,
      message: `The server reads ${name} from Authorization: Bearer. Make it type http, scheme bearer.`,
    };
  }
}

/** The places of a list, for example of rule ids or of error codes. */
export function items(list: Place): Place[] {
  return list.entries().map(([, place]) => place);
}

/** The places whose value already occurs earlier in the list. */
export function repeats(places: readonly Place[]): Place[] {
  return places.filter(({ value }, index) => places.findIndex((earlier) => earlier.value === value) < index);
}

/** True if a code of the error catalogue may be used in one of these fields: error, error_code, or a resource of x-states. */
export function standsIn(entry: Place, ...fields: readonly string[]): boolean {
  return items(entry.at('stands_in')).some((field) => fields.includes(field.text()));
}

function methodsUnder(map: Place) {
  return map.entries().flatMap(([key, item]) =>
    item
      .entries()
      .filter(([method]) => methods.has(method))
      .map(([method, place]) => ({
        key,
        method,
        place,
        parameters: [...items(item.at('parameters')), ...items(place.at('parameters'))],
      })),
  );
}

/** The part of Redocly's locations that our rules use. The CLI ships no types. */
export interface Location {
  readonly source: { readonly absoluteRef: string };
  readonly pointer: string;
  readonly absolutePointer: string;
  child(keys: readonly string[]): Location;
}

/** A value in the contract's files, with its location. */
interface Node {
  readonly value: unknown;
  readonly location: Location;
}

/** Returns the target of a `$ref` in a file. Redocly resolves all references before the rules run. */
export type Resolve = (node: unknown, from: string) => { readonly node?: unknown; readonly location?: Location };

/** A value of the contract with its location, which a problem points to. Its methods lead to other places. */
export interface Place extends Node {
  /** The location of the `$ref` that leads here, or of the value itself. */
  readonly mention: Node;
  /**
   * Follows a path of keys, and references on the way. If the value is missing, its value is undefined and its location is
   * the last existing place on the path.
   */
  at(...keys: readonly string[]): Place;
  /** The value for messages: a string unchanged, any other value as JSON, `nothing` if the value is missing. */
  text(): string;
  /** The places under each key of an object or index of an array. Empty for any other value. */
  entries(): (readonly [key: string, place: Place])[];
}

/** A problem at a place. The message states what is wrong and how to fix it. */
export interface Problem {
  readonly place: { readonly location: Location };
  readonly message: string;
}

/** The options of a rule in the configuration of Redocly. */
export interface RuleOptions {
  /** behavior-schema: the blocks that the contract must have. */
  readonly required?: readonly string[];
  /** limits: fields of responses whose maximum is a limit that may rise, such as `Session.attempts_left: session.max_attempts`. */
  readonly may_rise?: Readonly<Record<string, string>>;
  /** limits: operations whose 429 may require a longer wait than a window: the limit with the spans, by operationId. */
  readonly waits?: Readonly<Record<string, string>>;
  /** instant-names: the names of instants that need no ending. */
  readonly also?: readonly string[];
  /** refusals-declared: the codes that only a flag of x-behavior causes, by the flag. */
  readonly flags?: Readonly<Record<string, readonly string[]>>;
  /** operation-id: the text with which every path begins, such as `/v1/`. */
  readonly prefix?: string;
  /** error-catalogue: further fields that every entry must have. */
  readonly fields?: readonly string[];
  /** references: the values that are codes of the catalogue, and the `stands_in` of each: `x-trials.searches.*: [error_code]`. */
  readonly codes?: Readonly<Record<string, readonly string[]>>;
  /** references: the values that a schema must accept: `x-trials.loans.*.id: LoanId`. */
  readonly schemas?: Readonly<Record<string, string>>;
  /** references: the values that are scopes. */
  readonly scopes?: readonly string[];
  /** references: the values that occur once. */
  readonly unique?: readonly string[];
}

/** A rule checks the contract from its root and yields each problem. */
export type Rule = (contract: Place, options: RuleOptions) => Iterable<Problem>;

export function createPlace(written: Node, resolve: Resolve): Place {
  const { value, location } = follow(written, resolve);
  const step = (key: string): Place => {
    const exists = isObject(value) && Object.hasOwn(value, key);
    const child = exists ? { value: value[key], location: location.child([key]) } : { value: undefined, location };
    return createPlace(child, resolve);
  };
  const place: Place = {
    value,
    location,
    mention: written,
    at: (...keys) => {
      const [first, ...rest] = keys;
      return first === undefined ? place : step(first).at(...rest);
    },
    text: () => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')),
    entries: () => (isObject(value) ? Object.keys(value).map((key) => [key, step(key)] as const) : []),
  };
  return place;
}

/** True if the value is an object or an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function follow(node: Node, resolve: Resolve): Node {
  if (!isObject(node.value) || typeof node.value['$ref'] !== 'string') return node;
  const target = resolve(node.value, node.location.source.absoluteRef);
  // Redocly itself reports a reference without a target. Here its value is undefined.
  return { value: target.node, location: target.location ?? node.location };
}
