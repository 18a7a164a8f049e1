/**
 * SIG-3: signatures are compared in one place, in constant time. No other code that handles secrets may compare a
 * signature, a digest or a secret with an operator or a string method, because these stop at the first difference. The
 * database finds a key by an index over its digest, which does not compare the key itself.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
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
