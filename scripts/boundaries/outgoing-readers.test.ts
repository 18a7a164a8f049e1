/**
 * SHR-1: the service reads nothing from outside without a bound. shared-resources.yaml lists every file that opens a connection or sends a
 * request, with its bound. A new one fails this test until the list has its row.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The names with which a module of Node opens a connection, sends a request or a query. */
const opening = /^(?:request|get|connect|createConnection|Socket|Resolver|lookup|resolve\w*|createSocket)$/;
const networkModule = /^node:(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)$/;
/** The helper that bounds responses. The list has the bound of each of its callers. */
const boundedFetch = 'createBoundedFetch';
const helper = 'packages/kernel/src/send/bounded-fetch.ts';
/** The libraries that send requests for the service. The database is its own. */
const clients = /^(?:stripe|nodemailer|openid-client|openapi-fetch|undici|ws)$/;

it('SHR-1: finds each way to read from outside, and no type, server or comment', () => {
  const found = [
    'await fetch(url);',
    'const send = options.fetch ?? fetch;',
    'globalThis.fetch(url);',
    'const send = createBoundedFetch(1024);',
    "import { request as send } from 'node:https';",
    "import net from 'node:net';",
    "import * as http from 'node:http';",
    "import { Resolver, type Address } from 'node:dns';",
    "import { Stripe } from 'stripe';",
    "const { createTransport } = await import('nodemailer');",
  ];
  expect(found.filter((text) => !readsFromOutside(text))).toEqual([]);
  const others = [
    "import { createServer, type IncomingMessage } from 'node:http';",
    "import type { Socket } from 'node:net';",
    "import { isIP } from 'node:net';",
    "import type { createTransport } from 'nodemailer';",
    'interface A { fetch(url: string): void } // fetch(url)',
    'function createAnswer(): typeof fetch { return options.fetch; }',
    'const handler = { fetch: (request) => serve(request) }; client.request();',
  ];
  expect(others.filter(readsFromOutside)).toEqual([]);
});

it('SHR-1: shared-resources.yaml lists every file of the service that reads from outside, and no other one', () => {
  // The servers of the kernel serve: its sockets are those of callers.
  const files = globSync('packages/{kernel,server,octo-provider,stripe}/src/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(
      (file) =>
        !file.endsWith('.test.ts') &&
        file !== helper &&
        file !== 'packages/server/src/index.ts' &&
        !/\/src\/(?:(?:entries|generated|testing)\/|http\/(?:sockets|http-server)\.ts)/.test(file),
    );
  expect(files.length).toBeGreaterThan(200);
  const reading = files.filter((file) => readsFromOutside(readFileSync(`${root}/${file}`, 'utf8')));
  const list = readFileSync(`${root}/packages/server/test/isolation/shared-resources.yaml`, 'utf8');
  const { responses_from_outside: rows } = parse(list) as {
    readonly responses_from_outside: readonly { readonly files: readonly string[] }[];
  };
  expect(new Set(rows.flatMap(({ files: listed }) => listed))).toEqual(new Set(reading));
});

/** Returns whether the program text opens a connection, or sends a request. */
function readsFromOutside(text: string): boolean {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  let isFound = false;
  const visit = (node: ts.Node): void => {
    isFound ||= isReader(node);
    if (!isFound && !ts.isTypeNode(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return isFound;
}

function isReader(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return importsReader(node);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [module] = node.arguments;
    return module !== undefined && ts.isStringLiteral(module) && isModule(module.text);
  }
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'fetch' && node.expression.getText() === 'globalThis';
  return ts.isIdentifier(node) && (node.text === 'fetch' || node.text === boundedFetch) && !isName(node);
}

/** Returns whether the identifier names a member, and not the global function. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    ((ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isBindingElement(parent)) &&
      parent.name === node) ||
    ((ts.isMethodSignature(parent) || ts.isMethodDeclaration(parent)) && parent.name === node) ||
    ts.isShorthandPropertyAssignment(parent)
  );
}

function importsReader({ importClause, moduleSpecifier }: ts.ImportDeclaration): boolean {
  if (!ts.isStringLiteral(moduleSpecifier) || !importClause || importClause.isTypeOnly) return false;
  if (clients.test(moduleSpecifier.text)) return true;
  if (!networkModule.test(moduleSpecifier.text)) return false;
  const { namedBindings } = importClause;
  if (importClause.name || !namedBindings || ts.isNamespaceImport(namedBindings)) return true;
  return namedBindings.elements.some(
    ({ isTypeOnly, propertyName, name }) => !isTypeOnly && opening.test((propertyName ?? name).text),
  );
}

function isModule(name: string): boolean {
  return clients.test(name) || networkModule.test(name);
}
