/** Checks requests against a compiled contract (docs/decisions/003-request-path.md). */
import { parse as parseQuery } from 'node:querystring';
import { type ErrorDetail, type EveryField, Refusal } from '../contract.ts';
import { type Combination, findCombinations } from './combinations.ts';
import type { BodyCheck, CompiledContract, CompiledOperation, CompiledParameter, Fault } from './compile-contract.ts';
import { type Exchange, timesSent } from './exchange.ts';
import { queryOf } from './operation-listener.ts';

const places = { query: 'query', headers: 'header', params: 'path' } as const;
/** The maximum length of a detail's path, and of its message. */
export const maxDetailLength = 500;

/** Returns one detail per fault of `{ query, headers, params }`. */
function parameterFaults(faults: readonly Fault[] | null | undefined): ErrorDetail[] {
  return (faults ?? []).map((fault) => {
    const [, place = '', ...path] = pathOf(fault).split('/');
    // The data has no other fields.
    return toDetail(places[place as keyof typeof places], path.join('/'), fault);
  });
}

/** Returns whether a fault is more than the consequence of others: an `if` fails with the faults of its `then` or `else`. */
export function isOwnFault({ keyword }: Pick<Fault, 'keyword'>): boolean {
  return keyword !== 'if';
}

/** Returns one detail per fault of a body. */
function bodyFaults(faults: readonly Fault[] | null | undefined): ErrorDetail[] {
  return (faults ?? []).map((fault) => toDetail('body', pathOf(fault), fault));
}

/** The format is that of RFC 5321, because not every supplier and mail server accepts the addresses of RFC 6531. */
const notAnEmail =
  'must be an email address in ASCII, such as ada@example.com; write an internationalized domain in its ASCII form, such as xn--mller-kva.test';

/** Returns the message of a fault. */
export function messageOf({ message = '' }: Pick<Fault, 'message'>): string {
  return message === 'must match format "email"' ? notAnEmail : message;
}

/** Returns the detail of a fault. */
export function toDetail<Place extends string>(
  place: Place,
  path: string,
  fault: Fault,
): Omit<ErrorDetail, 'in'> & { readonly in: Place } {
  const { allowedValues } = fault.params;
  const allowed = fault.keyword === 'enum' && Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
  return {
    in: place,
    path: path.slice(0, maxDetailLength),
    message: `${messageOf(fault)}${allowed}`.slice(0, maxDetailLength),
  };
}

/** Returns the JSON pointer of a fault. A missing or an unknown field is named by the fault of its parent. */
export function pathOf({ instancePath, params }: Fault): string {
  const field = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return typeof field === 'string' ? `${instancePath}/${toToken(field)}` : instancePath;
}

/** Escapes a member's name for a JSON pointer (RFC 6901). */
export function toToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Returns one detail per text with a lone surrogate. JSON can escape a lone surrogate, but UTF-8 has no bytes for it, so no database
 * or webhook could keep it. The contract's patterns do not exclude it, because not every regex engine compiles surrogates.
 */
export function findLoneSurrogates(body: unknown): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  // A list that grows while it is read replaces a recursion: a body can be nested deeper than the stack.
  const left: { readonly node: unknown; readonly path: string }[] = [{ node: body, path: '' }];
  for (const { node, path } of left) {
    if (typeof node === 'string') {
      if (!node.isWellFormed())
        details.push({ in: 'body', path: path.slice(0, maxDetailLength), message: 'contains a lone surrogate' });
    } else if (typeof node === 'object' && node !== null) {
      for (const [name, child] of Object.entries(node)) {
        if (name.isWellFormed()) left.push({ node: child, path: `${path}/${toToken(name)}` });
        else
          details.push({
            in: 'body',
            path: path.slice(0, maxDetailLength),
            message: 'has a name with a lone surrogate',
          });
      }
    }
  }
  return details;
}

/** Reads one parameter of a parsed query. */
type ReadQuery = (sent: Readonly<Record<string, string | readonly string[] | undefined>>) => unknown;

/** The sign between the values of a list that does not repeat its name, by style. */
const signs: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/** Creates the function that reads one query parameter, in the form that its style and explode state. */
function createQueryReader(parameter: CompiledParameter): ReadQuery {
  const { name, style = 'form', explode = style === 'form', isList } = parameter;
  if (style === 'deepObject') {
    return (sent) => {
      const fields = Object.entries(sent).flatMap(([each, value]) => {
        const field = fieldOf(parameter, each);
        return field === undefined ? [] : [[field, value] as const];
      });
      return fields.length > 0 ? Object.fromEntries(fields) : undefined;
    };
  }
  if (!isList) return (sent) => sent[name];
  const sign = explode ? undefined : signs[style];
  return ({ [name]: value }) => {
    const values = value === undefined ? [] : [value].flat();
    if (values.length === 0) return undefined;
    return sign === undefined ? values : values.flatMap((each) => each.split(sign));
  };
}

/**
 * The field that `metadata[order]` names in the parameter metadata; '' for the whole of another parameter. Undefined if it is not of this
 * one: a field has a name without brackets.
 */
function fieldOf({ name, style }: CompiledParameter, sent: string): string | undefined {
  if (style !== 'deepObject') return sent === name ? '' : undefined;
  return sent.startsWith(name) ? /^\[([^[\]]+)\]$/.exec(sent.slice(name.length))?.[1] : undefined;
}

/** A decimal integer as JSON writes it. JavaScript also reads 0x5, 5e0 and +5 as integers, and other languages do not send them. */
const integer = /^-?(?:0|[1-9]\d*)$/;

/** Returns the fault of what a query sends under a name that no schema expresses; undefined if it has none. */
function findQueryFault(
  parameters: readonly CompiledParameter[],
  { name, value }: { readonly name: string; readonly value: string | readonly string[] | undefined },
): { path: string; message: string } | undefined {
  for (const parameter of parameters) {
    const field = fieldOf(parameter, name);
    if (field === undefined) continue;
    if (field !== '' && Array.isArray(value))
      return { path: `${parameter.name}/${field}`, message: 'must be sent once' };
    const isFault = parameter.isInteger && [value].flat().some((each) => !integer.test(each ?? ''));
    return isFault ? { path: name, message: 'must be integer' } : undefined;
  }
  const object = parameters.find((each) => each.style === 'deepObject' && name.startsWith(`${each.name}[`));
  if (!object) return { path: name, message: 'is unknown' };
  return { path: object.name, message: `must name a field, as in ${object.name}[name]` };
}

/** The parameters of a request, by the names that the contract gives them. */
interface Parameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Record<string, unknown>;
  readonly header: Readonly<Record<string, string | undefined>>;
}

/** A request that keeps to the contract, as its handler receives it. */
export interface ValidRequest extends Parameters {
  /** The JSON body; undefined if there is none. */
  readonly body: unknown;
}

/** The part of an exchange that is validated. */
type UncheckedRequest = Pick<Exchange, 'req' | 'params' | 'body' | 'hasEscapes'>;

/** Checks parameters and body against the contract. Throws invalid_request. */
type Validate = (request: UncheckedRequest) => ValidRequest;

export type ValidatorOf<Id extends string> = (operationId: Id) => Validate;

/** Creates the validators of the operations of a contract. */
export function createValidators(contract: CompiledContract): ValidatorOf<string> {
  const validators = new Map(Object.entries(contract).map(([id, operation]) => [id, createValidator(operation)]));
  return (operationId) => {
    const validate = validators.get(operationId);
    if (!validate) throw new Error(`No validator for ${operationId}.`);
    return validate;
  };
}

const none: readonly ErrorDetail[] = [];

function createValidator(compiled: CompiledOperation): Validate {
  const { body, parameters, checkParameters, checkBody, combinations } = compiled;
  // An operation without input has no invalid request: it ignores a query.
  if (parameters.length === 0 && body === 'none') {
    return () => ({ path: {}, query: {}, header: {}, body: undefined });
  }
  const reader = createParameterReader(parameters);
  const findBodyFaults = checkBody ? createBodyCheck(checkBody, combinations) : () => none;

  return (request) => {
    const { req, params, hasEscapes } = request;
    const read = reader.read(request);
    const faults = reader.faults(request);
    const isValid = !checkParameters || checkParameters({ query: read.query, headers: req.headers, params }) === true;
    const ofParameters = isValid ? none : parameterFaults(checkParameters.errors);
    const ofBody =
      request.body !== undefined
        ? findBodyFaults(request.body)
        : body === 'required'
          ? [faultAt('', 'is required')]
          : none;
    const surrogates = hasEscapes ? findLoneSurrogates(request.body) : none;
    if (faults.length + ofParameters.length + ofBody.length + surrogates.length > 0) {
      throw invalidRequest([...joinFaults(faults, ofParameters), ...ofBody, ...surrogates]);
    }
    return { path: read.path, query: read.query, header: read.header, body: request.body };
  };
}

function createBodyCheck(
  compiled: BodyCheck,
  combinations: readonly Combination[] = [],
): (body: unknown) => readonly ErrorDetail[] {
  if (compiled.field === undefined) {
    const { check } = compiled;
    return (body) => {
      const faults = check(body) === true ? none : bodyFaults(check.errors);
      return combinations.length === 0 ? faults : [...findCombinations(combinations, body), ...faults];
    };
  }
  const { field } = compiled;
  const checks = new Map(Object.entries(compiled.checks));
  return (body) => {
    if (!isObject(body)) return [faultAt('', 'must be object')];
    const tag = body[field];
    const check = typeof tag === 'string' ? checks.get(tag) : undefined;
    if (!check) return [faultAt(`/${field}`, `must be one of: ${[...checks.keys()].join(', ')}`)];
    return check(body) === true ? none : bodyFaults(check.errors);
  };
}

function faultAt(path: string, message: string): ErrorDetail {
  return { in: 'body', path, message } satisfies EveryField<ErrorDetail>;
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** Returns the refusal with the first error of each field. The others follow from the same mistake. */
export function invalidRequest(details: readonly ErrorDetail[]): Refusal {
  const byField = Map.groupBy(details, ({ in: place, path }) => `${place} ${path}`);
  return new Refusal('invalid_request', { details: [...byField.values()].flatMap(([first]) => first ?? []) });
}

/** Returns the faults of the reader, and those of the schemas about other query parameters. */
export function joinFaults(faults: readonly ErrorDetail[], details: readonly ErrorDetail[]): ErrorDetail[] {
  const parameterOf = ({ path }: ErrorDetail) => path.split(/[/[]/)[0];
  const faulty = new Set(faults.filter((each) => each.in === 'query').map(parameterOf));
  return [...faults, ...details.filter((each) => each.in !== 'query' || !faulty.has(parameterOf(each)))];
}

interface ParameterReader {
  /**
   * Returns the documented parameters. Values are text; of a query parameter of type array, a list of texts; of one with the style
   * deepObject, an object of texts.
   */
  read(source: UncheckedRequest): Parameters;
  /** Returns the errors that a schema cannot express: of the names and the form of query parameters, and of repeated headers. */
  faults(source: UncheckedRequest): readonly ErrorDetail[];
}

/** This header is never refused: readRequestId ignores a malformed one (END-14). */
const lenient = 'request-id';

/** Creates the reader of an operation with these parameters. */
export function createParameterReader(parameters: readonly CompiledParameter[]): ParameterReader {
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => ({ name, field: name.toLowerCase() }));
  const single = headers.filter(({ field }) => field !== lenient);
  const readers = queries.map((parameter) => ({ name: parameter.name, read: createQueryReader(parameter) }));

  function readQuery({ req }: UncheckedRequest): Record<string, unknown> {
    const query: Record<string, unknown> = {};
    if (queries.length === 0) return query;
    const sent = parseQuery(queryOf(req));
    for (const { name, read } of readers) {
      const value = read(sent);
      if (value !== undefined) query[name] = value;
    }
    return query;
  }

  function readHeaders({ req }: UncheckedRequest): Record<string, string | undefined> {
    const header: Record<string, string | undefined> = {};
    // Node has a list of values only for Set-Cookie, which no request has.
    for (const { name, field } of headers) header[name] = req.headers[field] as string | undefined;
    return header;
  }

  const queryFaults = ({ req }: UncheckedRequest): ErrorDetail[] =>
    Object.entries(parseQuery(queryOf(req))).flatMap(([path, value]) => {
      const found = findQueryFault(queries, { name: path, value });
      return found ? [{ in: 'query', ...found } as const] : [];
    });

  const repeatedHeaders = ({ req }: UncheckedRequest): ErrorDetail[] =>
    single
      .filter(({ field }) => timesSent(req, field) > 1)
      .map(({ field }) => ({ in: 'header', path: field, message: 'must be sent once' }) as const);

  return {
    read: (source) => ({ path: source.params, query: readQuery(source), header: readHeaders(source) }),
    faults(source) {
      const { url = '', headers: sent } = source.req;
      const hasQuery = url.includes('?');
      const hasHeader = single.some(({ field }) => sent[field] !== undefined);
      if (!hasQuery && !hasHeader) return none;
      return [...(hasQuery ? queryFaults(source) : none), ...(hasHeader ? repeatedHeaders(source) : none)];
    },
  };
}
