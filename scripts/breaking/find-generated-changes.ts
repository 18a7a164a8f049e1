import { isDeepStrictEqual } from 'node:util';
import type { BundledContract } from '../contract/bundled-contract.ts';
import { isJsonObject, type JsonObject } from '../contract/json-object.ts';
import type { Finding } from './finding.ts';
import { jsonPointer } from './list-changes.ts';

/**
 * Returns each change that keeps the wire but changes generated code: names of classes, types and arguments, return types and
 * the default server. Users of a generated client would have to change their code.
 */
export function findGeneratedChanges(base: BundledContract, revision: BundledContract): Finding[] {
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
  /** The operationId. Callers' code contains it. */
  readonly id: unknown;
  readonly path: string;
  readonly pointer: readonly string[];
  readonly operation: JsonObject;
}

function operationsOf({ paths }: BundledContract): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { id: operation['operationId'], path, pointer: ['paths', path, method], operation };
    }),
  );
}

function* findOperationChanges(before: NamedOperation, after: NamedOperation): Generator<Finding> {
  const tags = { before: before.operation['tags'], after: after.operation['tags'] };
  if (!isDeepStrictEqual(tags.before, tags.after)) {
    const advice = 'Keep its tags: generators name the class of the operation after them.';
    yield { rule: 'generated/tags-changed', pointer: jsonPointer([...after.pointer, 'tags']), ...tags, advice };
  }
  const isRenamed = before.path !== after.path && withoutNames(before.path) === withoutNames(after.path);
  if (isRenamed) {
    const advice = 'Keep the names of path parameters: generators name arguments after them.';
    const paths = { before: before.path, after: after.path };
    yield { rule: 'generated/path-parameter-renamed', pointer: jsonPointer(after.pointer), ...paths, advice };
  }
  const [known, now] = [responsesOf(before), responsesOf(after)];
  for (const status of Object.keys(now).filter((each) => each.startsWith('2') && !(each in known))) {
    const pointer = jsonPointer([...after.pointer, 'responses', status]);
    const advice = 'Use the existing success status: another one changes the return types of generated code.';
    yield { rule: 'generated/success-added', pointer, before: undefined, after: now[status], advice };
  }
  for (const [status, response] of Object.entries(known)) {
    for (const [name, link] of Object.entries(objectAt(response, 'links'))) {
      if (now[status] === undefined || name in objectAt(now[status], 'links')) continue;
      const pointer = jsonPointer([...after.pointer, 'responses', status, 'links', name]);
      const advice = 'Keep the link: tools follow it to the next operation.';
      yield { rule: 'generated/link-removed', pointer, before: link, after: undefined, advice };
    }
  }
}

function* findLostComponents(base: BundledContract, revision: BundledContract): Generator<Finding> {
  for (const kind of ['schemas', 'parameters', 'responses']) {
    const now = objectAt(objectAt(revision, 'components'), kind);
    for (const [name, before] of Object.entries(objectAt(objectAt(base, 'components'), kind))) {
      if (name in now) continue;
      const advice = 'Keep the name: generators name types after it.';
      const pointer = jsonPointer(['components', kind, name]);
      yield { rule: 'generated/component-removed', pointer, before, after: undefined, advice };
    }
  }
}

function findServerDefaults({ servers: before }: BundledContract, { servers: after }: BundledContract): Finding[] {
  if (isDeepStrictEqual(addresses(before), addresses(after))) return [];
  const advice = 'Keep the address: generated code calls it by default.';
  return [{ rule: 'generated/server-changed', pointer: '#/servers', before, after, advice }];
}

/** Returns the parts of the servers that generated code depends on, without descriptions. */
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
