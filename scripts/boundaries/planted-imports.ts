/** Lines that boundaries.test.ts plants: one fault per rule of oxlintrc.json, and similar lines that break no rule. */

/** One line of a planted file. */
export interface Plant {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
}

const restricted = 'eslint(no-restricted-imports)';
const server = 'packages/server/src';

/** Each line with the rule that refuses it. */
export const faults: readonly (Plant & { readonly code: string })[] = [
  ...[
    ['packages/contract/src/a.ts', `import 'node:fs';`],
    ['packages/contract/src/a.ts', `import '@booking-service/webhooks';`],
    ['packages/contract/test/a.test.ts', `import '@booking-service/server/testing';`],
    ['packages/webhooks/src/a.ts', `import { delivery } from '@booking-service/contract';`],
    ['packages/webhooks/src/a.ts', `import type { Booking } from '@booking-service/contract';`],
    ['packages/webhooks/src/a.ts', `export type { Store } from '@booking-service/server';`],
    ['packages/webhooks/src/a.ts', `import { createHmac } from 'node:crypto';`],
    ['packages/webhooks/src/lib/a.ts', `import { createServer } from 'node:http';`],
    ['packages/webhooks/src/lib/a.ts', `await import('node:fs');`],
    ['packages/webhooks/src/command/a.ts', `import 'express';`],
    ['packages/webhooks/src/a.test.ts', `import { openWorld } from '@booking-service/server/testing';`],
    ['packages/client/src/a.ts', `import { startPrismMock } from '@booking-service/prism';`],
    ['packages/client/src/a.ts', `import type { Booking } from '@booking-service/contract';`],
    ['packages/client/src/lib/a.ts', `import { trace } from '@opentelemetry/api';`],
    ['packages/client/src/otel.ts', `import type { Client } from 'openapi-fetch';`],
    ['packages/client/src/a.test.ts', `import { createBookingServer } from '@booking-service/server';`],
    ['packages/dashboard/src/a.ts', `import '@booking-service/client';`],
    ['packages/dashboard/src/api/a.tsx', `import { createVerifier } from '@booking-service/webhooks';`],
    ['packages/dashboard/src/screens/a.tsx', `import { QueryClient } from '@tanstack/query-core';`],
    ['packages/dashboard/test/a.test.ts', `import '@booking-service/client';`],
    ['packages/dashboard/vite.config.ts', `import '@booking-service/contract';`],
    ['packages/octo-provider/src/http/a.ts', `import '@booking-service/server/testing';`],
    ['packages/octo-provider/src/a.ts', `import { createBookingClient } from '@booking-service/client';`],
    ['packages/octo-provider/test/a.test.ts', `import { Refusal } from '@booking-service/server';`],
    ['packages/octo-provider/test/service/a.test.ts', `import '@booking-service/prism';`],
    ['packages/conformance/src/a.ts', `import '@booking-service/webhooks';`],
    ['packages/conformance/src/checks/a.ts', `import type { Store } from '@booking-service/server';`],
    ['packages/mcp/src/a.ts', `import '@modelcontextprotocol/client';`],
    ['packages/prism/a.ts', `import { verifyWebhook } from '@booking-service/webhooks';`],
    ['packages/server/test/a.test.ts', `import '@booking-service/client';`],
    ['scripts/a.ts', `import { openWorld } from '@booking-service/server/testing';`],
    ['scripts/a.test.ts', `import '@booking-service/server';`],
    ['bench/http/a.ts', `import '@booking-service/server/testing';`],
    ['examples/book-a-table/a.ts', `import '@booking-service/contract';`],
    ['openapi/lint/a.ts', `import '@booking-service/contract';`],
    ['openapi/code-samples/a.ts', `import '@booking-service/server';`],
    [`${server}/http/a.ts`, `await import('@booking-service/client');`],
    [`${server}/http/a.ts`, `import 'vitest';`],
    [`${server}/http/a.ts`, `import { parse } from 'yaml/browser';`],
    [`${server}/http/a.ts`, `import type { DatabaseSync } from 'node:sqlite';`],
    [`${server}/http/a.ts`, `import { argv } from 'node:process';`],
    [`${server}/http/a.ts`, `import { Store } from '../store/store.ts';`],
    [`${server}/http/a.ts`, `export * from '../worker/worker.ts';`],
    [`${server}/command/a.ts`, `import { Client } from 'pg';`],
    [`${server}/command/settings/a.ts`, `import 'vitest';`],
    [`${server}/operations/a.ts`, `import type { RequestHandler } from 'express';`],
    [`${server}/operations/a.ts`, `import 'node:http';`],
    [`${server}/domain/a.ts`, `import { randomUUID } from 'node:crypto';`],
    [`${server}/domain/a.ts`, `import ipaddr from 'ipaddr.js';`],
    [`${server}/domain/addresses/check-address.ts`, `import 'node:net';`],
    [`${server}/domain/ids.ts`, `import 'node:net';`],
    [`${server}/store/a.ts`, `import './sqlite/sqlite-store.ts';`],
    [`${server}/store/postgres/a.ts`, `import 'node:sqlite';`],
    [`${server}/store/sqlite/a.ts`, `import 'pg';`],
  ].map(([path = '', text = '']) => ({ path, text, code: restricted })),
  ...['process.env.PORT;', 'process.argv[2];', `process['argv'];`, 'const { env } = process'].map((text) => ({
    path: `${server}/http/a.ts`,
    text,
    code: 'eslint(no-restricted-properties)',
  })),
  { path: `${server}/http/a.ts`, text: 'process.env.PORT;', code: 'node(no-process-env)' },
  {
    // Without `import type`, the import statement remains at run time.
    path: 'packages/webhooks/src/a.ts',
    text: `import { type Server } from 'node:http';`,
    code: 'typescript(no-import-type-side-effects)',
  },
  {
    path: `${server}/operations/a.ts`,
    text: `type Handler = import('express').RequestHandler;`,
    code: 'typescript(consistent-type-imports)',
  },
  { path: `${server}/a.ts`, text: `require('./b.ts');`, code: 'typescript(no-require-imports)' },
  { path: 'bench/cycle-a.ts', text: `import './cycle-b.ts';`, code: 'import(no-cycle)' },
  { path: 'bench/cycle-b.ts', text: `export type { C } from './cycle-c.ts';`, code: 'import(no-cycle)' },
  { path: 'bench/cycle-c.ts', text: `import type { A } from './cycle-a.ts';`, code: 'import(no-cycle)' },
];

/** Lines that `no-restricted-imports` allows. */
export const allowed: readonly Plant[] = [
  ['packages/contract/src/b.ts', `export type * from './generated/a.ts';`],
  ['packages/contract/test/b.test.ts', `import '@booking-service/contract';`],
  ['packages/webhooks/src/b.ts', `import type { IncomingMessage } from 'node:http';`],
  ['packages/webhooks/src/b.ts', `import '#node-hmac';`],
  ['packages/webhooks/src/command/b.ts', `import 'node:fs/promises';`],
  ['packages/webhooks/test/b.test.ts', `import type { Booking } from '@booking-service/contract';`],
  ['packages/client/src/lib/b.ts', `import createClient from 'openapi-fetch';`],
  ['packages/client/src/otel.ts', `import { trace } from '@opentelemetry/api';`],
  ['packages/client/test/b.test.ts', `import { openWorld } from '@booking-service/server/testing';`],
  ['packages/octo-provider/src/http/b.ts', `import { Refusal } from '@booking-service/server';`],
  ['packages/octo-provider/src/b.ts', `import createClient from 'openapi-fetch';`],
  ['packages/octo-provider/test/b.test.ts', `import { startPrismMock } from '@booking-service/prism';`],
  ['packages/octo-provider/test/service/b.test.ts', `import { openSqliteStore } from '@booking-service/server';`],
  ['packages/conformance/src/checks/b.ts', `import { limits } from '@booking-service/contract';`],
  ['packages/mcp/src/b.ts', `import { McpServer } from '@modelcontextprotocol/server';`],
  ['packages/server/bin/b.js', `await import('#main');`],
  [`${server}/domain/api-key.ts`, `import 'node:crypto';`],
  [`${server}/domain/addresses/check-address.ts`, `import ipaddr from 'ipaddr.js';`],
  [`${server}/store/sqlite/file/b.ts`, `import 'node:sqlite';`],
  [`${server}/worker/b.ts`, `import type { Store } from '../store/store.ts';`],
  ['packages/server/test/b.test.ts', `import 'node:sqlite';`],
  ['bench/http/b.ts', `import '@booking-service/server';`],
].map(([path = '', text = '']) => ({ path, text }));
