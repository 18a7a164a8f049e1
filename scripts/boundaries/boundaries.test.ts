/** Compares every import of the repository with allowed-imports.yaml, and finds circles, SQL outside the store and vague names. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listGenerated } from '../generate/generated-files.ts';
import { listFiles } from '../working-copy/working-copy.ts';
import { findFault, parseTables, readImports, roomedSources, roomOf } from './imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = 'packages/server/src/';
const files = [...listFiles(root), ...listGenerated(root)].filter((path) => /\.(?:m?js|tsx?)$/.test(path));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const tables = parseTables(read('scripts/boundaries/allowed-imports.yaml'));
const imports = new Map(files.map((path) => [path, readImports(path, read(path))]));

describe('imports', () => {
  it('are those of allowed-imports.yaml', () => {
    const faults = [...imports].flatMap(([path, list]) =>
      list.flatMap((each) => findFault(path, each, tables)?.replace(/^/, `${path}: `) ?? []),
    );
    expect(faults).toEqual([]);
    expect([...imports.values()].flat().length).toBeGreaterThan(5000);
  });

  it.each([
    ['packages/contract/src/a.ts', `import 'node:fs';`],
    ['packages/contract/src/a.ts', `export * from '../../webhooks/src/index.ts';`],
    ['packages/contract/test/a.test.ts', `import '@booking-service/server/testing';`],
    ['packages/webhooks/src/a.ts', `import { createServer } from 'node:http';`],
    ['packages/webhooks/src/a.ts', `export type { Store } from '@booking-service/server';`],
    ['packages/webhooks/src/a.ts', `await import('node:fs');`],
    ['packages/client/src/a.ts', `import { trace } from '@opentelemetry/api';`],
    ['packages/dashboard/src/a.tsx', `import '@booking-service/client';`],
    ['packages/octo-provider/src/a.ts', `import '@booking-service/server-other';`],
    ['packages/mcp/src/a.ts', `import { argv } from 'node:process';`],
    ['packages/toolkit/src/a.ts', `import '@booking-service/contract';`],
    ['packages/server/bin/a.js', `import 'node:path';`],
    ['packages/server/test/a.test.ts', `import '@booking-service/client';`],
    ['packages/unknown/src/a.ts', `import 'node:fs';`],
    ['scripts/a.ts', `import { openWorld } from '@booking-service/server/testing';`],
    ['examples/book-a-table/a.ts', `import '@booking-service/contract';`],
    [`${source}http/a.ts`, `import { Store } from '../store/store.ts';`],
    [`${source}http/a.ts`, `import type { S } from '../store/sqlite/sqlite-store.ts';`],
    [`${source}http/a.ts`, `export * from '../worker/worker.ts';`],
    [`${source}http/a.ts`, `import { argv } from 'node:process';`],
    [`${source}operations/a.ts`, `import type { RequestHandler } from 'express';`],
    [`${source}domain/a.ts`, `import '../log/log.ts';`],
    [`${source}domain/a.ts`, `await import('../log/log.ts');`],
    [`${source}domain/a.ts`, `import '@booking-service/kernel/time';`],
    ['packages/kernel/src/time/a.ts', `import '../log/log.ts';`],
    ['packages/kernel/src/time/a.ts', `import '@booking-service/contract';`],
    ['packages/kernel/src/store/sqlite/a.ts', `import 'pg';`],
    ['packages/kernel/src/http/a.ts', `import '@booking-service/server';`],
    [`${source}store/a.ts`, `import './sqlite/sqlite-store.ts';`],
    [`${source}store/runs/sqlite-runs.ts`, `import './postgres-runs.ts';`],
    [`${source}store/sqlite/a.ts`, `import 'pg';`],
    [`${source}command/a.ts`, `import '../worker/worker.ts';`],
    [`${source}a.ts`, `import './command/serve.ts';`],
  ])('refuse in %s: %s', (path, text) => {
    expect(readImports(path, text).map((each) => findFault(path, each, tables))).toEqual([expect.any(String)]);
  });

  it.each([
    ['packages/webhooks/src/a.ts', `import type { IncomingMessage } from 'node:http';`],
    ['packages/client/src/otel.ts', `import { trace } from '@opentelemetry/api';`],
    ['packages/octo-provider/test/a.test.ts', `import { startPrismMock } from '@booking-service/prism';`],
    [`${source}operations/a.ts`, `import type { Store } from '../store/store.ts';`],
    [`${source}worker/a.ts`, `import { BusyError } from '@booking-service/kernel/store';`],
    [`${source}store/runs/sqlite-runs.ts`, `import { prepareOn } from '@booking-service/kernel/store/sqlite';`],
  ])('allow in %s: %s', (path, text) => {
    expect(readImports(path, text).map((each) => findFault(path, each, tables))).toEqual([undefined]);
  });

  it.each(roomedSources)('make no circle in %s, neither of files nor of rooms', (folder) => {
    const own = [...imports].filter(([path]) => path.startsWith(folder) && !path.endsWith('.test.ts'));
    expect(findCircle(new Map(own))).toBeUndefined();
    const arrows = Map.groupBy(
      own.flatMap(([path, list]) =>
        list
          .filter(({ to, typesOnly }) => to.startsWith(folder) && !typesOnly)
          .map(({ to }) => ({ from: roomOf(path, tables), to: roomOf(to, tables) })),
      ),
      ({ from }) => from,
    );
    const between = [...arrows].map(([from, list]) => [from, list.filter(({ to }) => to !== from)] as const);
    expect(findCircle(new Map(between))).toBeUndefined();
    expect(
      findCircle(
        new Map([
          ['a', [{ to: 'b' }]],
          ['b', [{ to: 'a' }]],
        ]),
      ),
    ).toEqual(['a', 'b', 'a']);
  });
});

/** Returns the first circle in a graph; undefined if it has none. */
function findCircle(graph: ReadonlyMap<string, readonly { readonly to: string }[]>): string[] | undefined {
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const { to } of graph.get(node) ?? []) {
      const circle = walk(to, [...path, node]);
      if (circle) return circle;
    }
    done.add(node);
    return undefined;
  };
  return [...graph.keys()].map((node) => walk(node, [])).find(Boolean);
}

const sql =
  /\b(?:SELECT\s[^]*\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|(?:CREATE|ALTER|DROP)\s+(?:TABLE|INDEX)|PRAGMA|BEGIN\s+(?:IMMEDIATE|EXCLUSIVE)|ROLLBACK)\b/;

describe('the sources', () => {
  it('keep SQL in the store', () => {
    const statements = (text: string) =>
      (text.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []).filter((each) => sql.test(each));
    expect(statements('const text = `UPDATE runs SET ${column} = 1`;')).toHaveLength(1);
    expect(statements("const line = 'Select one from the list';")).toEqual([]);
    const outside = files.filter(
      (path) =>
        /^packages\/[^/]+\/src\//.test(path) &&
        !roomedSources.some((folder) => path.startsWith(`${folder}store/`)) &&
        !path.endsWith('.test.ts'),
    );
    // A receiver's own table, in the database of that receiver.
    const withSql = outside.filter((path) => statements(read(path)).length > 0);
    expect(withSql).toEqual(['packages/webhooks/src/postgres.ts']);
  });

  it('have no vague file names', () => {
    const drawers = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc']);
    const isVague = (path: string) =>
      path.split(/[/.-]/).some((word) => drawers.has(word)) ||
      ['manager.ts', 'service.ts', 'types.ts'].includes(basename(path));
    expect(['a/http-utils.ts', 'scripts/common/a.ts', 'a/types.ts', 'a/booking.ts'].filter(isVague)).toHaveLength(3);
    expect(files.filter(isVague)).toEqual([]);
  });
});
