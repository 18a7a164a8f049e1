/** Repositories that break one boundary each, and one that breaks none: what boundaries.test.ts proves its rules with. */
import { dirname, posix } from 'node:path';

/** What each rule says of a file that breaks it. */
export const broken: readonly { readonly files: Readonly<Record<string, string>>; readonly says: string }[] = [
  {
    files: { 'packages/contract/src/a.ts': `import 'node:fs';` },
    says: 'packages/contract/src/a.ts imports node:fs: contract imports nothing',
  },
  {
    files: { 'packages/webhooks/src/a.ts': `import { delivery } from '@booking-service/contract';` },
    says: 'packages/webhooks/src/a.ts imports @booking-service/contract: webhooks depends on nothing',
  },
  {
    files: { 'packages/webhooks/src/a.ts': `import type { Booking } from '@booking-service/contract';` },
    says: 'packages/webhooks/src/a.ts imports @booking-service/contract: webhooks depends on nothing',
  },
  {
    files: { 'packages/webhooks/src/a.ts': `import { createHmac } from 'node:crypto';` },
    says: 'packages/webhooks/src/a.ts imports node:crypto: webhooks runs where there is no Node',
  },
  {
    // Without `import type`, the import itself is left at run time.
    files: { 'packages/webhooks/src/a.ts': `import { type Server } from 'node:http';` },
    says: 'packages/webhooks/src/a.ts imports node:http: webhooks runs where there is no Node',
  },
  {
    files: { 'packages/server/src/a.ts': `const a = await import('@booking-service/client');` },
    says: 'packages/server/src/a.ts imports @booking-service/client: server may not',
  },
  {
    files: { 'packages/client/src/a.ts': `import { startPrismMock } from '@booking-service/prism';` },
    says: 'packages/client/src/a.ts imports @booking-service/prism: client may not',
  },
  {
    files: { 'packages/client/src/a.ts': `import { trace } from '@opentelemetry/api';` },
    says: 'packages/client/src/a.ts imports @opentelemetry/api: of other packages it needs openapi-fetch alone',
  },
  {
    files: { 'packages/client/src/otel.ts': `import type { Client } from 'openapi-fetch';` },
    says: 'packages/client/src/otel.ts imports openapi-fetch: of other packages it needs @opentelemetry/api alone',
  },
  {
    files: { 'prism/a.ts': `import { verifyWebhook } from '@booking-service/webhooks';` },
    says: 'prism/a.ts imports @booking-service/webhooks: prism may not',
  },
  {
    files: { 'packages/webhooks/src/a.ts': `export type { Store } from '@booking-service/server';` },
    says: 'packages/webhooks/src/a.ts imports @booking-service/server: only tests do, as @booking-service/server/testing',
  },
  {
    files: { 'packages/client/src/a.test.ts': `import { createBookingServer } from '@booking-service/server';` },
    says: 'packages/client/src/a.test.ts imports @booking-service/server: only tests do, as @booking-service/server/testing',
  },
  {
    files: {
      'packages/server/test/a.test.ts': `import '../../contract/src/index.ts';`,
      'packages/contract/src/index.ts': '',
    },
    says: 'packages/server/test/a.test.ts imports ../../contract/src/index.ts, which is not in packages/server: import a package by its name',
  },
  {
    files: { 'packages/server/src/a.ts': `import { parse } from 'yaml/browser';` },
    says: 'packages/server/src/a.ts imports yaml/browser, which packages/server does not declare',
  },
  {
    files: { 'packages/server/src/a.ts': `import { it } from 'vitest';` },
    says: 'packages/server/src/a.ts imports vitest, which packages/server does not declare',
  },
  {
    files: { 'scripts/a.ts': `const file = import.meta.resolve('@scope/tool/bin');` },
    says: 'scripts/a.ts imports @scope/tool/bin, which scripts does not declare',
  },
  ...[
    ['http/a.ts', 'store/sqlite/a.ts', 'import type'],
    ['http/a.ts', 'store/store.ts', 'import'],
    ['http/a.ts', 'worker/a.ts', 'import type'],
    ['operations/a.ts', 'http/a.ts', 'import type'],
    ['operations/a.ts', 'providers/a.ts', 'import'],
    ['worker/a.ts', 'operations/a.ts', 'import'],
    ['providers/a.ts', 'http/a.ts', 'import'],
    ['providers/a.ts', 'worker/a.ts', 'import type'],
    ['store/a.ts', 'http/a.ts', 'import type'],
    ['store/a.ts', 'worker/a.ts', 'import'],
    ['store/sqlite/a.ts', 'error-line.ts', 'import'],
    ['domain/a.ts', 'store/store.ts', 'import type'],
    ['domain/a.ts', 'ids.ts', 'import'],
    ['worker/a.ts', 'create-organization.ts', 'import type'],
    ['clock.ts', 'worker/a.ts', 'import type'],
    ['store/a.ts', 'sealing.ts', 'import'],
    ['worker/a.ts', 'sealing.ts', 'import type'],
    ['sealing.ts', 'store/store.ts', 'import type'],
    ['observer.ts', 'worker/a.ts', 'import type'],
    ['admin/a.ts', 'http/a.ts', 'import type'],
    ['admin/a.ts', 'store/store.ts', 'import'],
    ['worker/a.ts', 'admin/a.ts', 'import type'],
  ].map(([from = '', to = '', words = '']) => ({
    files: {
      [`packages/server/src/${from}`]: `${words} * as a from './${posix.relative(dirname(from), to)}';`,
      [`packages/server/src/${to}`]: '',
    },
    says: `packages/server/src/${from} imports ${to}: no arrow leads there`,
  })),
  {
    files: {
      'packages/server/src/index.ts': `export * from './testing/a.ts';`,
      'packages/server/src/testing/a.ts': '',
    },
    says: 'packages/server/src/index.ts imports testing/a.ts: only testing.ts does',
  },
  {
    files: {
      'packages/server/src/sandbox/a.ts': `import type { Command } from '../command/a.ts';`,
      'packages/server/src/command/a.ts': '',
    },
    says: 'packages/server/src/sandbox/a.ts imports command/a.ts: only main.ts does',
  },
  {
    files: { 'packages/server/src/main.ts': `import './sandbox/a.ts';`, 'packages/server/src/sandbox/a.ts': '' },
    says: 'packages/server/src/main.ts imports sandbox/a.ts: only command/ does',
  },
  {
    files: { 'packages/server/src/operations/a.ts': `type Handler = import('express').RequestHandler;` },
    says: 'packages/server/src/operations/a.ts imports express: operations know nothing of HTTP',
  },
  {
    files: { 'packages/server/src/domain/a.ts': `import { randomUUID } from 'node:crypto';` },
    says: 'packages/server/src/domain/a.ts imports node:crypto: domain imports contract only',
  },
  {
    files: { 'packages/server/src/domain/a.ts': `import ipaddr from 'ipaddr.js';` },
    says: 'packages/server/src/domain/a.ts imports ipaddr.js: domain imports contract only',
  },
  {
    files: { 'packages/server/src/http/a.ts': `import type { DatabaseSync } from 'node:sqlite';` },
    says: 'packages/server/src/http/a.ts has node:sqlite: that stays in store',
  },
  {
    files: { 'packages/server/src/command/a.ts': `import { Client } from 'pg';` },
    says: 'packages/server/src/command/a.ts has pg: that stays in store',
  },
  {
    files: {
      'packages/server/src/store/postgres/a.ts': `import { b } from '../sqlite/b.ts';`,
      'packages/server/src/store/sqlite/b.ts': '',
    },
    says: 'packages/server/src/store/postgres/a.ts imports ../sqlite/b.ts: an engine of the store knows no other',
  },
  {
    files: { 'packages/server/src/worker/a.ts': 'const text = `UPDATE runs SET ${column} = 1`;' },
    says: 'packages/server/src/worker/a.ts has SQL: that stays in store',
  },
  {
    files: { 'packages/server/src/main.ts': 'const { env } = process' },
    says: 'packages/server/src/main.ts reads process.env or process.argv: config.ts does',
  },
  ...['const a = process.env.PORT', `const a = process['argv'][2]`, 'const { env } = process'].map((statement) => ({
    files: { 'packages/server/src/a.ts': statement },
    says: 'packages/server/src/a.ts reads process.env or process.argv: config.ts does',
  })),
  {
    files: { 'packages/server/src/a.ts': `import { argv } from 'node:process';` },
    says: 'packages/server/src/a.ts reads process.env or process.argv: config.ts does',
  },
  {
    files: { 'packages/server/src/a.ts': '\n'.repeat(401) },
    says: 'packages/server/src/a.ts has 401 lines: 400 is the stop',
  },
  {
    files: { 'scripts/a.test.ts': '\n'.repeat(601) },
    says: 'scripts/a.test.ts has 601 lines: 600 is the stop',
  },
  ...['packages/server/src/http-utils.ts', 'scripts/common/a.ts', 'packages/client/src/types.ts'].map((path) => ({
    files: { [path]: '' },
    says: `${path} is a drawer: name a file after its one idea`,
  })),
  {
    files: {
      'scripts/a.ts': `import './b.ts';`,
      'scripts/b.ts': `export type { C } from './c.ts';`,
      'scripts/c.ts': `import type { A } from './a.ts';`,
    },
    says: 'scripts/a.ts -> scripts/b.ts -> scripts/c.ts -> scripts/a.ts is a cycle',
  },
  {
    files: { 'packages/webhooks/src/a.test.ts': `import { openWorld } from '@booking-service/server/testing';` },
    says: 'webhooks -> server -> webhooks is a cycle',
  },
];

/** What comes close to each rule and breaks none. */
export const sound: Readonly<Record<string, string>> = {
  'packages/contract/src/a.ts': `export type * from './generated/a.ts';`,
  'packages/contract/src/generated/a.ts': '\n'.repeat(2000),
  'packages/contract/src/a.test.ts': `import 'node:fs'; import { a } from '@booking-service/contract'; import { it } from 'vitest';`,
  'packages/webhooks/src/a.ts': `import type { IncomingMessage } from 'node:http'; import '#node-hmac';`,
  'packages/webhooks/src/command/a.ts': `import 'node:fs/promises';`,
  'packages/webhooks/test/a.test.ts': `import type { Booking } from '@booking-service/contract'; import 'node:crypto';`,
  'packages/webhooks/bin/booking-webhooks.js': 'process.env.A; process.argv;',
  'packages/client/src/lib/client.ts': `import createClient from 'openapi-fetch';`,
  'packages/client/src/otel.ts': `import { trace } from '@opentelemetry/api';`,
  'packages/client/test/a.test.ts': `import { openWorld } from '@booking-service/server/testing';`,
  'packages/server/bin/booking-service.js': `const { main } = await import('#main'); await main(process.argv);`,
  'packages/server/src/main.ts': `import './command/a.ts'; import '@booking-service/webhooks';`,
  'packages/server/src/command/a.ts': `import '../sandbox/a.ts'; import '../config.ts'; import '../store/a.ts';`,
  'packages/server/src/command/settings/config.ts': 'process.env.A;',
  'packages/server/src/store/sealing.ts': `import 'node:crypto';`,
  'packages/server/src/sandbox/a.ts': `import 'express'; process.exitCode = 1; const line = 'Select one from the list'; const { argv } = a.process;`,
  'packages/server/src/domain/ids.ts': `import 'node:crypto';`,
  'packages/server/src/time/deadline.ts': `import './ids.ts';`,
  'packages/server/src/worker/a.ts': `import '../providers/a.ts'; import type { Store } from '../store/store.ts';`,
  'packages/server/src/http/a.ts': `import type { Store } from '../store/store.ts'; import '../operations/a.ts';`,
  'packages/server/src/admin/a.ts': `import 'node:http'; import '../error-line.ts'; import type { Store } from '../store/store.ts';`,
  'packages/server/src/log/error-line.ts': '',
  'packages/server/src/operations/a.ts': `import type { Provider } from '../providers/a.ts'; import '../ids.ts';`,
  'packages/server/src/providers/a.ts': `import '../domain/api-key.ts'; import '../deadline.ts';`,
  'packages/server/src/store/store.ts': `import type { A } from '../domain/api-key.ts';`,
  'packages/server/src/store/a.ts': `import 'node:sqlite'; import type { Sealing } from '../sealing.ts'; const text = 'SELECT id FROM runs';`,
  'packages/server/src/domain/check-address.ts': `import ipaddr from 'ipaddr.js';`,
  'packages/server/src/domain/api-key.ts': `import 'node:crypto'; import type { NewId } from '../ids.ts'; import '@booking-service/contract';`,
  'packages/server/test/a.test.ts': `import 'node:sqlite'; import '../src/store/a.ts'; const text = 'PRAGMA user_version'; process.env.A;\n${'\n'.repeat(599)}`,
  'scripts/a.ts': `import ts from 'typescript'; process.argv; const text = "import '@booking-service/server'";`,
};
