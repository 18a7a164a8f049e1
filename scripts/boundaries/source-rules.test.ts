/**
 * Two rules that no linter has, because they need the meaning of an expression.
 *
 * SHR-1: the service reads nothing from outside without a bound. shared-resources.yaml lists every file that opens a connection or sends a
 * request, with its bound. A new one fails this test until the list has its row.
 *
 * SIG-3: signatures are compared in one place, in constant time. No other code that handles secrets may compare a
 * signature, a digest or a secret with an operator or a string method, because these stop at the first difference. The
 * database finds a key by an index over its digest, which does not compare the key itself.
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

const secretName = /signature|digest|hmac|secret|^mac$/i;
const comparing = new Set(['includes', 'indexOf', 'startsWith', 'endsWith', 'localeCompare', 'compare', 'equals']);
/** Both sides come from the receiver's configuration, not from a caller. */
const compareOwnSecrets = ['unquoted !== secret', 'secret !== secret.trim()'];
const operators = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

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

it('SIG-3: finds a comparison that stops at the first difference', () => {
  expect(findComparisons('a.ts', 'if (signature === expected) accept();')).toEqual(['a.ts:1 signature === expected']);
  expect(findComparisons('a.ts', 'return found.digest.equals(other);')).toEqual(['a.ts:1 found.digest.equals(other)']);
  expect(findComparisons('a.ts', 'all.includes(signature);')).toEqual(['a.ts:1 all.includes(signature)']);
  expect(findComparisons('a.ts', 'secret === undefined; secrets.length > 5; typeof secret !== "string";')).toEqual([]);
});

it('SIG-3: compares signatures, digests and secrets in constant time only', () => {
  const files = globSync('packages/{kernel,server,webhooks}/src/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/generated/'));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => findComparisons(file, readFileSync(`${root}/${file}`, 'utf8')));
  expect(found.filter((each) => !compareOwnSecrets.some((own) => each.endsWith(` ${own}`)))).toEqual([]);
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

function findComparisons(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isComparison(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isComparison(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node) && operators.has(node.operatorToken.kind)) {
    const sides = [node.left, node.right];
    return sides.some(isSecret) && !sides.some(isConstant);
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression, name } = node.expression;
  return comparing.has(name.text) && [expression, ...node.arguments].some(isSecret) && !node.arguments.some(isConstant);
}

function isSecret(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return secretName.test(node.name.text);
  return ts.isIdentifier(node) && secretName.test(node.text);
}

/** A literal, undefined or null. Such a value is not secret. */
function isConstant(node: ts.Node): boolean {
  return ts.isLiteralExpression(node) || node.kind === ts.SyntaxKind.NullKeyword || node.getText() === 'undefined';
}
