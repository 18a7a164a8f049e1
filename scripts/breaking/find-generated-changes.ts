import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Contract, type JsonObject } from './contract.ts';
import type { Finding } from './finding.ts';
import { jsonPointer } from './json-pointer.ts';

/**
 * Each change that keeps the wire and moves generated code: what classes, types and arguments are named by, what a call returns,
 * and where it goes. Whoever generates again has to change the code around it.
 */
export function findGeneratedChanges(base: Contract, revision: Contract): Finding[] {
  return [
    ...findLostComponents(base, revision),
    ...findServerDefaults(base, revision),
    ...operationsOf(base).flatMap((before) => {
      const after = operationsOf(revision).find(({ id }) => id === before.id);
      return after ? [...findOperationChanges(before, after)] : [];
    }),
  ];
}

interface NamedOperation {
  /** Its operationId: the name that callers' code has, wherever it is called. */
  readonly id: unknown;
  readonly path: string;
  readonly pointer: readonly string[];
  readonly operation: JsonObject;
}

function operationsOf({ paths }: Contract): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { id: operation['operationId'], path, pointer: ['paths', path, method], operation };
    }),
  );
}

function* findOperationChanges(before: NamedOperation, after: NamedOperation): Generator<Finding> {
  const tags = { before: before.operation['tags'], after: after.operation['tags'] };
  if (!isDeepStrictEqual(tags.before, tags.after)) {
    const advice = 'Keep its tags: generators name the class that holds the operation by them.';
    yield { rule: 'generated/tags-changed', pointer: jsonPointer([...after.pointer, 'tags']), ...tags, advice };
  }
  const isRenamed = before.path !== after.path && withoutNames(before.path) === withoutNames(after.path);
  if (isRenamed) {
    const advice = 'Keep the names of path parameters: generators name arguments by them.';
    const paths = { before: before.path, after: after.path };
    yield { rule: 'generated/path-parameter-renamed', pointer: jsonPointer(after.pointer), ...paths, advice };
  }
  const [known, now] = [responsesOf(before), responsesOf(after)];
  for (const status of Object.keys(now).filter((each) => each.startsWith('2') && !(each in known))) {
    const pointer = jsonPointer([...after.pointer, 'responses', status]);
    const advice = 'Answer with the success that is there: another one changes what generated code returns.';
    yield { rule: 'generated/success-added', pointer, before: undefined, after: now[status], advice };
  }
  for (const [status, response] of Object.entries(known)) {
    for (const [name, link] of Object.entries(objectAt(response, 'links'))) {
      if (now[status] === undefined || name in objectAt(now[status], 'links')) continue;
      const pointer = jsonPointer([...after.pointer, 'responses', status, 'links', name]);
      const advice = 'Keep the link: tools that follow it lose their way to the next operation.';
      yield { rule: 'generated/link-removed', pointer, before: link, after: undefined, advice };
    }
  }
}

function* findLostComponents(base: Contract, revision: Contract): Generator<Finding> {
  for (const kind of ['schemas', 'parameters', 'responses']) {
    const now = objectAt(objectAt(revision, 'components'), kind);
    for (const [name, before] of Object.entries(objectAt(objectAt(base, 'components'), kind))) {
      if (name in now) continue;
      const advice = 'Keep the name, also where nothing on the wire depends on it: generators name types by it.';
      const pointer = jsonPointer(['components', kind, name]);
      yield { rule: 'generated/component-removed', pointer, before, after: undefined, advice };
    }
  }
}

function findServerDefaults({ servers: before }: Contract, { servers: after }: Contract): Finding[] {
  if (isDeepStrictEqual(addresses(before), addresses(after))) return [];
  const advice = 'Keep the address: generated code calls it where it is given no other.';
  return [{ rule: 'generated/server-changed', pointer: '#/servers', before, after, advice }];
}

/** What code that is generated from the servers goes by: no descriptions. */
function addresses(servers: unknown): unknown {
  if (!Array.isArray(servers)) return [];
  return servers.map((server: unknown) => {
    const variables = Object.entries(objectAt(server, 'variables'));
    return [
      objectAt({ server }, 'server')['url'],
      variables.map(([name, each]) => [name, objectAt({ each }, 'each')['default']]),
    ];
  });
}

function responsesOf({ operation }: NamedOperation): JsonObject {
  return objectAt(operation, 'responses');
}

function withoutNames(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

function objectAt(parent: unknown, key: string): JsonObject {
  const value = isJsonObject(parent) ? parent[key] : undefined;
  return isJsonObject(value) ? value : {};
}
