import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { childOf, childrenOf, type ContractNode, type Finding, type GatedContract, rootOf } from './contracts.ts';
import { findBody, findParameters, findResponses, type Exchange } from './find-message-changes.ts';
import { jsonPointer } from './list-changes.ts';
import { without } from './schema-laws.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Returns each breaking change that plain OpenAPI expresses: of operations, webhooks, parameters, bodies, responses, headers and
 * security. Also changes of names that generated code contains, although the wire stays the same.
 */
export function* findWireChanges(
  base: JsonObject,
  revision: JsonObject,
  implementedBy: GatedContract['implementedBy'],
): Generator<Finding> {
  const seen = new Set<string>();
  const served = { request: 'received', response: 'sent', seen } as const;
  const called = { request: 'sent', response: 'received', seen } as const;
  const [paths, webhooks] = implementedBy === 'service' ? [served, called] : [called, served];
  const [before, after] = [rootOf(base), rootOf(revision)];
  yield* findOperations({ before: childOf(before, 'paths'), after: childOf(after, 'paths'), ...paths });
  yield* findOperations({ before: childOf(before, 'webhooks'), after: childOf(after, 'webhooks'), ...webhooks });
  // The responses outside all operations.
  const unrouted = { before: childOf(before, 'x-unrouted'), after: childOf(after, 'x-unrouted'), ...paths };
  yield* findResponses(unrouted, false);
  yield* findSchemes(before, after);
  yield* findNames(before, after);
}

function* findOperations(exchange: Exchange): Generator<Finding> {
  const [known, current] = [operationsOf(exchange.before), operationsOf(exchange.after)];
  const [pathsNow, called] = [
    childrenOf(exchange.after),
    exchange.request === 'sent' && exchange.after.path[0] === 'paths',
  ];
  const gone = new Set<string>();
  for (const [name, before] of known) {
    const after = current.get(name);
    if (after) {
      yield* findOperation({ ...exchange, before, after });
      continue;
    }
    const [, url = ''] = before.path;
    const isPath = ![...pathsNow.keys()].some((each) => withoutNames(each) === withoutNames(url));
    if (isPath && gone.has(url)) continue;
    gone.add(url);
    yield {
      rule: isPath ? 'operation/path-removed' : 'operation/removed',
      pointer: jsonPointer(isPath ? before.path.slice(0, 2) : before.path),
      before: before.value,
      after: undefined,
      advice: 'Keep it, and add the new one next to it.',
    };
  }
  if (!called) return;
  for (const [name, after] of current) {
    if (known.has(name)) continue;
    const advice = 'Declare it, and tell every implementer: none of them has this operation.';
    yield { rule: 'operation/added', pointer: jsonPointer(after.path), before: undefined, after: after.value, advice };
  }
}

/** Returns the operations of paths or webhooks by their method and path. The names of path parameters do not count. */
function operationsOf(paths: ContractNode): ReadonlyMap<string, ContractNode> {
  const operations = [...childrenOf(paths)].flatMap(([url, path]) =>
    methods.flatMap((method): [string, ContractNode][] => {
      const operation = childOf(path, method);
      return operation.value === undefined ? [] : [[`${method} ${withoutNames(url)}`, operation]];
    }),
  );
  return new Map(operations);
}

function withoutNames(url: string): string {
  return url.replaceAll(/\{[^}]*\}/g, '{}');
}

function* findOperation(exchange: Exchange): Generator<Finding> {
  const { before, after } = exchange;
  yield* findIdentity(before, after);
  yield* findSecurity(exchange);
  yield* findParameters(exchange);
  yield* findBody(exchange);
  yield* findResponses({ ...exchange, before: childOf(before, 'responses'), after: childOf(after, 'responses') }, true);
  const { request, response, seen } = exchange;
  for (const [name, callback] of childrenOf(childOf(before, 'callbacks'))) {
    const now = childOf(after, 'callbacks', name);
    yield* findOperations({ before: callback, after: now, request: response, response: request, seen });
  }
}

/** Generated code contains the operationId, the tags and the names of path parameters. */
function* findIdentity(before: ContractNode, after: ContractNode): Generator<Finding> {
  const changed = (key: string, rule: string, advice: string) => {
    const [was, now] = [childOf(before, key).value, childOf(after, key).value];
    const pointer = jsonPointer([...after.path, key]);
    return isDeepStrictEqual(was, now) ? [] : [{ rule, pointer, before: was, after: now, advice }];
  };
  yield* changed('operationId', 'generated/operation-id-changed', 'Keep it: generators name the method after it.');
  yield* changed(
    'tags',
    'generated/tags-changed',
    'Keep its tags: generators name the class of the operation after them.',
  );
  const [url, now] = [before.path[1], after.path[1]];
  if (url === now) return;
  const advice = 'Keep the names of path parameters: generators name arguments after them.';
  yield { rule: 'generated/path-parameter-renamed', pointer: jsonPointer(after.path), before: url, after: now, advice };
}

/**
 * Compares the alternatives of an operation's security. One more is compatible, except for none at all, which opens the operation.
 * The caller of an operation of others must support every alternative.
 */
function* findSecurity({ before, after, request }: Exchange): Generator<Finding> {
  const [was, now] = [securityOf(before), securityOf(after)];
  if (isDeepStrictEqual(was.value, now.value)) return;
  const change = { pointer: jsonPointer(now.path), before: was.value, after: now.value };
  const [lost, gained] = [without(alternatives(was), alternatives(now)), without(alternatives(now), alternatives(was))];
  if (gained.some((each) => isDeepStrictEqual(each, {}))) {
    yield {
      ...change,
      rule: 'security/opened',
      advice: 'Declare it: this can then be called without any credentials.',
    };
  }
  if (lost.length > 0) {
    yield { ...change, rule: 'security/removed', advice: 'Keep accepting it: callers send these credentials.' };
  } else if (gained.length > 0 && request === 'sent') {
    yield { ...change, rule: 'security/added', advice: 'Keep it: the other side checks only what it supports.' };
  }
}

function securityOf(operation: ContractNode): ContractNode {
  const own = childOf(operation, 'security');
  const isInherited = own.value === undefined && operation.path[0] === 'paths';
  return isInherited ? childOf(rootOf(operation.contract), 'security') : own;
}

/** Returns the alternatives of a security. No alternative is the same as one without a scheme. */
function alternatives({ value }: ContractNode): readonly unknown[] {
  return Array.isArray(value) && value.length > 0 ? value : [{}];
}

/** A security scheme may be added. Of a known one, only texts may change. */
function* findSchemes(before: ContractNode, after: ContractNode): Generator<Finding> {
  for (const [name, scheme] of childrenOf(childOf(before, 'components', 'securitySchemes'))) {
    const now = childOf(after, 'components', 'securitySchemes', name);
    const [fields, current] = [scheme, now].map((each) => (isJsonObject(each.value) ? each.value : {}));
    for (const key of new Set([...Object.keys(fields ?? {}), ...Object.keys(current ?? {})])) {
      const change = { before: fields?.[key], after: current?.[key] };
      if (key === 'description' || key === 'bearerFormat' || isDeepStrictEqual(change.before, change.after)) continue;
      const pointer = jsonPointer([...scheme.path, key]);
      yield { rule: 'security/scheme-changed', pointer, ...change, advice: 'Add another scheme next to it.' };
    }
  }
}

/** Generated code contains the names of components and the default address of the server. */
function* findNames(before: ContractNode, after: ContractNode): Generator<Finding> {
  for (const kind of ['schemas', 'parameters', 'responses']) {
    const now = childrenOf(childOf(after, 'components', kind));
    for (const [name, { path, value }] of childrenOf(childOf(before, 'components', kind))) {
      if (now.has(name)) continue;
      const advice = 'Keep the name: generators name types after it.';
      const pointer = jsonPointer(path.length === 3 ? ['components', kind, name] : path);
      yield { rule: 'generated/component-removed', pointer, before: value, after: undefined, advice };
    }
  }
  for (const [index, server] of childrenOf(childOf(before, 'servers'))) {
    for (const [name, variable] of childrenOf(childOf(server, 'variables'))) {
      const now = childOf(after, 'servers', index, 'variables', name, 'enum');
      const values = childOf(variable, 'enum').value;
      const isKept = (value: unknown) => !Array.isArray(now.value) || now.value.includes(value);
      // Without a list, every value is allowed.
      if (Array.isArray(values) ? values.every(isKept) : now.value === undefined) continue;
      const advice = 'Keep every value: callers fill the address with it.';
      yield {
        rule: 'wire/server-variable-narrowed',
        pointer: jsonPointer(now.path),
        before: values,
        after: now.value,
        advice,
      };
    }
  }
  const [form, formNow] = [before, after].map((each) => childOf(each, 'x-int64').value ?? 'number');
  if (form !== formNow) {
    const advice = 'Keep it: handlers and calls of the client have the type.';
    yield { rule: 'generated/int64-changed', pointer: '#/x-int64', before: form, after: formNow, advice };
  }
  const [servers, current] = [before, after].map((each) => childOf(each, 'servers').value);
  if (isDeepStrictEqual(addresses(servers), addresses(current))) return;
  const advice = 'Keep the address: generated code calls it by default.';
  yield { rule: 'generated/server-changed', pointer: '#/servers', before: servers, after: current, advice };
}

/** Returns the parts of the servers that generated code depends on, without descriptions. */
function addresses(servers: unknown): unknown {
  return (Array.isArray(servers) ? servers : []).map((server: JsonObject) => {
    const variables = isJsonObject(server['variables']) ? Object.entries(server['variables']) : [];
    return [server['url'], variables.map(([name, each]) => [name, isJsonObject(each) ? each['default'] : undefined])];
  });
}
