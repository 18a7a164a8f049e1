/** The messages of an operation: parameters, bodies, responses and headers. */
import { isDeepStrictEqual } from 'node:util';
import { childOf, childrenOf, type ContractNode, type Finding, rootOf } from './contracts.ts';
import { findSchemaChanges } from './find-schema-changes.ts';
import { announced } from './laws.ts';
import { jsonPointer } from './list-changes.ts';
import type { Direction } from './schema-laws.ts';

/** An operation or a webhook in both contracts. */
export interface Exchange {
  readonly before: ContractNode;
  readonly after: ContractNode;
  /** The direction of the request. The response has the other one. */
  readonly request: Direction;
  readonly response: Direction;
  readonly seen: Set<string>;
}

const serialization = ['style', 'explode', 'allowReserved', 'allowEmptyValue'];

/** Returns the breaking changes of the parameters of an operation. */
export function* findParameters({ before, after, request: direction, seen }: Exchange): Generator<Finding> {
  const [was, now] = [parametersOf(before), parametersOf(after)];
  for (const [name, old] of was) {
    const current = now.get(name);
    if (current) {
      yield* findPresence(old, current, direction);
      yield* findSerialization(old, current);
      yield* findSunset(old, current, direction);
      const key = childOf(old, 'content').value === undefined ? 'schema' : 'content';
      const names = { direction, seen, name: String(childOf(current, 'name').value) };
      yield* findSchemaChanges({ before: childOf(old, key), after: childOf(current, key), ...names });
    } else if (!name.startsWith('path ')) {
      // One finding for a component with another name, and one for each operation that no longer has it.
      const isRenamed = [...now.values()].some((each) => isDeepStrictEqual(each.path, old.path));
      const place = isRenamed ? [...old.path, 'name'] : [...after.path, 'parameters', name.replace(' ', ':')];
      const pointer = jsonPointer(place);
      const advice = direction === 'sent' ? 'Keep sending it under its name.' : 'Keep accepting it under its name.';
      yield { rule: `${direction}/parameter-removed`, pointer, before: old.value, after: undefined, advice };
    }
  }
  for (const [name, current] of now) {
    if (was.has(name) || direction === 'sent' || name.startsWith('path ')) continue;
    if (childOf(current, 'required').value !== true) continue;
    const change = { pointer: jsonPointer(current.path), before: undefined, after: current.value };
    yield { ...change, rule: 'received/parameter-added', advice: 'Make it optional: others do not send it.' };
  }
}

/** Returns the parameters of an operation and of its path, by their place and name. */
function parametersOf(operation: ContractNode): ReadonlyMap<string, ContractNode> {
  const path = childOf(rootOf(operation.contract), ...operation.path.slice(0, -1));
  const parameters = [path, operation].flatMap((each) => [...childrenOf(childOf(each, 'parameters')).values()]);
  return new Map(
    parameters.map((each) => {
      const [place, name] = [childOf(each, 'in').value, String(childOf(each, 'name').value)];
      return [`${String(place)} ${place === 'header' ? name.toLowerCase() : name}`, each];
    }),
  );
}

/** Compares whether a parameter or a header is required. */
function* findPresence(was: ContractNode, now: ContractNode, direction: Direction): Generator<Finding> {
  const [before, after] = [was, now].map((each) => childOf(each, 'required').value === true);
  if (before === after || after === (direction === 'sent')) return;
  const pointer = jsonPointer([...now.path, 'required']);
  yield direction === 'sent'
    ? {
        rule: 'sent/became-optional',
        pointer,
        before,
        after,
        advice: 'Always send it: others read it without a check.',
      }
    : { rule: 'received/became-required', pointer, before, after, advice: 'Leave it optional: not everyone sends it.' };
}

/** A sunset may move to a later day. */
function* findSunset(was: ContractNode, now: ContractNode, direction: Direction): Generator<Finding> {
  const [before, after] = [was, now].map((each) => childOf(each, 'x-deprecation').value);
  const breach = announced({ before, after });
  if (!breach) return;
  const pointer = jsonPointer([...now.path, 'x-deprecation']);
  yield { rule: `${direction}/parameter-${breach.happened}`, pointer, before, after, advice: breach.advice };
}

function* findSerialization(was: ContractNode, now: ContractNode): Generator<Finding> {
  for (const key of serialization) {
    const [before, after] = [childOf(was, key).value, childOf(now, key).value];
    if (before === after) continue;
    const advice = 'Keep it: it determines the characters on the wire.';
    yield { rule: 'wire/serialization-changed', pointer: jsonPointer([...now.path, key]), before, after, advice };
  }
}

/** Returns the breaking changes of a request's body. */
export function* findBody({ before, after, request: direction, seen }: Exchange): Generator<Finding> {
  const [was, now] = [childOf(before, 'requestBody'), childOf(after, 'requestBody')];
  const change = { pointer: jsonPointer(now.path), before: was.value, after: now.value };
  if (was.value === undefined) {
    if (now.value === undefined || (direction === 'received' && childOf(now, 'required').value !== true)) return;
    return yield {
      ...change,
      rule: `${direction}/body-added`,
      advice: 'Use a new operation: the other side has no body here.',
    };
  }
  if (now.value === undefined) {
    return yield {
      ...change,
      rule: `${direction}/body-removed`,
      advice: 'Keep the body: the other side relies on it.',
    };
  }
  yield* findPresence(was, now, direction);
  yield* findContent({ before: was, after: now, direction, seen, isRequest: true });
}

interface ComparedContent {
  readonly before: ContractNode;
  readonly after: ContractNode;
  readonly direction: Direction;
  readonly seen: Set<string>;
  readonly isRequest: boolean;
}

function* findContent({ before, after, direction, seen, isRequest }: ComparedContent): Generator<Finding> {
  const [was, now] = [childrenOf(childOf(before, 'content')), childrenOf(childOf(after, 'content'))];
  for (const [type, old] of was) {
    const current = now.get(type);
    if (current) {
      yield* findSchemaChanges({ before: childOf(old, 'schema'), after: childOf(current, 'schema'), direction, seen });
      yield* findEncoding(old, current, direction);
      continue;
    }
    const pointer = jsonPointer(old.path);
    const advice = 'Keep the media type, and add another one next to it.';
    yield { rule: `${direction}/media-type-removed`, pointer, before: old.value, after: undefined, advice };
  }
  for (const [type, current] of now) {
    // A caller chooses the media type of a response. No caller chooses the one of a request that the service sends.
    const isChosen = was.size > 0 && !(isRequest && direction === 'sent');
    const isNew = was.size === 0 && direction === 'received';
    if (was.has(type) || isChosen || isNew) continue;
    const change = { pointer: jsonPointer(current.path), before: undefined, after: current.value };
    yield { ...change, rule: 'sent/media-type-added', advice: 'Send only what the released contract allows.' };
  }
}

/** Compares the parts of a form: the characters on the wire, and the media types of each part. */
function* findEncoding(was: ContractNode, now: ContractNode, direction: Direction): Generator<Finding> {
  const names = [was, now].flatMap((each) => [...childrenOf(childOf(each, 'encoding')).keys()]);
  for (const name of new Set(names)) {
    const [old, current] = [childOf(was, 'encoding', name), childOf(now, 'encoding', name)];
    yield* findSerialization(old, current);
    const [before, after] = [old, current].map((each) => childOf(each, 'contentType').value);
    const [types, typesNow] = [before, after].map((each) =>
      typeof each === 'string' ? each.split(/\s*,\s*/) : ['*/*'],
    );
    const [from = [], to = []] = direction === 'received' ? [types, typesNow] : [typesNow, types];
    const isIn = (type: string) => to.some((each) => each === type || each === '*/*' || isRange(each, type));
    if (from.every(isIn)) continue;
    const pointer = jsonPointer([...now.path, 'encoding', name, 'contentType']);
    const advice = 'Keep the media types of the part: the other side uses each of them.';
    yield { rule: 'wire/part-media-type-changed', pointer, before, after, advice };
  }
}

/** Returns whether a media type is in a range such as `image/*`. */
function isRange(range: string, type: string): boolean {
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

/** Compares the responses of an operation, or with `isOperation` false those outside all operations. */
export function* findResponses(exchange: Exchange, isOperation: boolean): Generator<Finding> {
  const { before, after, response: direction, seen } = exchange;
  for (const [status, was] of childrenOf(before)) {
    const now = childOf(after, status);
    if (now.value === undefined) {
      const pointer = jsonPointer([...before.path, status]);
      const advice = direction === 'sent' ? 'Keep the response: callers handle it.' : 'Keep accepting the response.';
      yield { rule: `${direction}/response-removed`, pointer, before: was.value, after: undefined, advice };
      continue;
    }
    yield* findHeaders(was, now, direction, seen);
    yield* findContent({ before: was, after: now, direction, seen, isRequest: false });
    for (const [name, link] of childrenOf(childOf(was, 'links'))) {
      if (childOf(now, 'links', name).value !== undefined) continue;
      const pointer = jsonPointer([...after.path, status, 'links', name]);
      const advice = 'Keep the link: tools follow it to the next operation.';
      yield { rule: 'generated/link-removed', pointer, before: link.value, after: undefined, advice };
    }
  }
  if (!isOperation || direction === 'received') return;
  for (const [status, now] of childrenOf(after)) {
    // Callers accept every error by its status.
    if (childOf(before, status).value !== undefined || /^(?:[45]|default)/.test(status)) continue;
    const change = { pointer: jsonPointer([...after.path, status]), before: undefined, after: now.value };
    const advice = 'Use the existing success status: callers and generated code have no case for another one.';
    yield { ...change, rule: 'sent/response-added', advice };
  }
}

function* findHeaders(
  was: ContractNode,
  now: ContractNode,
  direction: Direction,
  seen: Set<string>,
): Generator<Finding> {
  const [headers, current] = [headersOf(was), headersOf(now)];
  for (const [name, before] of headers) {
    const after = current.get(name);
    if (after) {
      yield* findPresence(before, after, direction);
      yield* findSchemaChanges({ before: childOf(before, 'schema'), after: childOf(after, 'schema'), direction, seen });
      continue;
    }
    const pointer = jsonPointer([...was.path, 'headers', name]);
    const advice = 'Keep the header. You may add a new one.';
    yield { rule: `${direction}/header-removed`, pointer, before: before.value, after: undefined, advice };
  }
  for (const [name, after] of current) {
    if (headers.has(name) || direction === 'sent' || childOf(after, 'required').value !== true) continue;
    const change = { pointer: jsonPointer([...now.path, 'headers', name]), before: undefined, after: after.value };
    yield { ...change, rule: 'received/header-added', advice: 'Make it optional: others do not send it.' };
  }
}

/** Returns the headers of a response. HTTP ignores the case of their names, and the pointer keeps the case of the contract. */
function headersOf(response: ContractNode): ReadonlyMap<string, ContractNode> {
  return childrenOf(childOf(response, 'headers'));
}
