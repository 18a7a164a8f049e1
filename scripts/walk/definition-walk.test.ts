/**
 * Follows every operation of the public and of the admin contract to its SQL, with the service that gives an editor its
 * definitions and implementations:
 *  1. handler   from the operationId in the generated table
 *  2. port      every method of the store that the handler reaches through definitions
 *  3. engines   the implementations of this method, on SQLite and on PostgreSQL
 *  4. SQL       the first text that an implementation reaches through definitions; if it calls a function, its only file
 * A step without a target is a dead end. The test fails and names its place.
 *
 * @module-tag slow
 */
import { fileURLToPath } from 'node:url';
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';
import { adminRoutes } from '@booking-service/contract/admin';
import { operationTable } from '@booking-service/contract';
import { expect, it } from 'vitest';

const root: string = fileURLToPath(new URL('../..', import.meta.url));
const server: string = `${root}packages/server/src/`;
const kernel: string = `${root}packages/kernel/src/`;

const stores: readonly string[] = [`${server}store/`, `${kernel}store/`];
/** Encrypts and digests in memory, so none of its methods is a port. */
const sealing = `${kernel}store/sealing.ts`;
const engines = ['sqlite', 'postgres'];
const longest = { timeout: 240_000 };

/** The operations whose handlers use no store. */
const withoutStore = new Set([
  'searchVenues',
  'searchAvailability',
  'getHealth',
  'getLiveness',
  'getReadiness',
  'getMetrics',
  'listProviders',
  'getCaller',
  'getSignInOptions',
  'startIssuerSignIn',
  'listReceivedWebhooks',
  'getSandboxClock',
  'listMagicValues',
  'getFaults',
]);

const sql = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/m;
const sqlFiles = stores
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  .filter((file) => file.endsWith('.sql'));

it.each([
  ['public', Object.keys(operationTable), `${server}operations/index.ts`],
  ['admin', Object.keys(adminRoutes), `${root}packages/contract/src/generated/admin-routes.ts`],
])('every operation of the %s contract leads to its SQL on both engines', longest, (_, operationIds, table) => {
  const deadEnds: string[] = [];
  const storeless: string[] = [];
  for (const operationId of operationIds) {
    const handlers = handlersOf(operationId, table);
    if (handlers.length === 0) deadEnds.push(`${operationId}: has no handler behind ${show({ file: table, at: 0 })}`);
    const ports = handlers.flatMap((handler) => portMethods(handler));
    if (ports.length === 0) storeless.push(operationId);
    for (const port of ports) for (const end of deadEndsOf(port)) deadEnds.push(`${operationId}: ${end}`);
  }
  expect([...new Set(deadEnds)]).toEqual([]);
  expect(storeless).toEqual(operationIds.filter((operationId) => withoutStore.has(operationId)));
});

function handlersOf(operationId: string, table: string): Target[] {
  const key = identifiers(sourceOf(table)).findLast(({ node }) => node.text === operationId);
  if (!key) return [];
  const found = table.startsWith(server) ? definitions(key) : implementations(key);
  return found.filter(({ file }) => file.startsWith(server));
}

/** The methods of the port that a declaration reaches. Other rooms are followed, interfaces outside the store are not. */
function portMethods(from: Target): Target[] {
  return reached(from, ({ file }, node) => isMethod(node) && isInStore(file) && file !== sealing);
}

function deadEndsOf(port: Target): string[] {
  const found = implementations(port).filter(({ file }) => isInStore(file));
  return engines.flatMap((engine) => {
    const own = found.filter(({ file }) => engineOf(file) === engine || engineOf(file) === undefined);
    if (own.length === 0) return [`${show(port)} has no implementation on ${engine}`];
    const silent = own.filter((each) => !leadsToSql(each));
    return silent.length < own.length ? [] : silent.map((each) => `${show(port)} leads to no SQL from ${show(each)}`);
  });
}

function isInStore(file: string): boolean {
  return stores.some((store) => file.startsWith(store));
}

function engineOf(file: string): string | undefined {
  return engines.find((engine) => relative(root, file).includes(engine));
}

const leading = new Map<string, boolean>();

/** True if the first text of SQL behind a declaration calls only functions that have a file. */
function leadsToSql(from: Target): boolean {
  const key = keyOf(from);
  const known = leading.get(key);
  if (known !== undefined) return known;
  const statements = (target: Target) => texts(declarationAt(target)).filter((text) => sql.test(text));
  const [end] = reached(from, (target) => statements(target).length > 0, 1);
  const leads = end !== undefined && statements(end).every(hasFile);
  leading.set(key, leads);
  return leads;
}

/** True if the statement calls no function of ours, or one that is defined in exactly one file. */
function hasFile(statement: string): boolean {
  const [, called] = /^\s*SELECT (?:[\w*]+ FROM )?(\w+)\(\$1/.exec(statement) ?? [];
  const files = sqlFiles.filter((file) => file.split(/[/\\]/).at(-1) === `${called}.sql`);
  return called === undefined || files.length === 1;
}

/** Follows definitions, from the declaration on. Returns those that `isEnd` accepts and follows all others of the server. */
function reached(from: Target, isEnd: (target: Target, node: ts.Node) => boolean, enough = Infinity): Target[] {
  const waiting = [from];
  const seen = new Set<ts.Node>();
  const ends: Target[] = [];
  for (const target of waiting) {
    const node = declarationAt(target);
    if (seen.has(node)) continue;
    seen.add(node);
    if (isEnd(target, node)) ends.push(target);
    else waiting.push(...next(target, node));
    if (ends.length >= enough) break;
  }
  return ends;
}

const edges = new Map<ts.Node, readonly Target[]>();

function next(target: Target, node: ts.Node): readonly Target[] {
  const known = edges.get(node);
  if (known) return known;
  const inStore = isInStore(target.file);
  const names = ts.isBindingElement(node) ? [target] : identifiers(node);
  const found = !isSignature(node)
    ? names.flatMap(definitions)
    : inStore && isMethod(node)
      ? implementations(target)
      : [];
  edges.set(node, found);
  return found;
}

function show({ file, at }: Target): string {
  const source = sourceOf(file);
  const { line } = source.getLineAndCharacterOfPosition(at);
  const [name = ''] = /\w+/.exec(source.text.slice(at)) ?? [];
  return `${name} (${relative(root, file)}:${line + 1})`;
}

/** A name in a file. */
interface Target {
  readonly file: string;
  readonly at: number;
}

const config = ts.readConfigFile(`${root}tsconfig.base.json`, (file) => ts.sys.readFile(file));
const { options } = ts.convertCompilerOptionsFromJson({ ...config.config.compilerOptions, noEmit: true }, root);
const service = ts.createLanguageService({
  getScriptFileNames: () => [`${server}main.ts`, `${server}index.ts`],
  // The files stay as they are: without a version of all, each question compares every file again.
  getProjectVersion: () => '1',
  getScriptVersion: () => '1',
  getCompilationSettings: () => options,
  getScriptSnapshot(file) {
    const text = ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (file) => ts.sys.fileExists(file),
  readFile: (file) => ts.sys.readFile(file),
  directoryExists: (folder) => ts.sys.directoryExists(folder),
  realpath: (path) => ts.sys.realpath?.(path) ?? path,
});

const cached = new Map<string, Target[]>();

function definitions({ file, at }: Target): Target[] {
  return targets(`definition ${file}:${at}`, () => service.getDefinitionAtPosition(file, at));
}

function implementations({ file, at }: Target): Target[] {
  return targets(`implementation ${file}:${at}`, () => service.getImplementationAtPosition(file, at));
}

/** The targets in the server and the kernel. A shorthand leads to its import, which leads to the definition. */
function targets(key: string, find: () => readonly ts.DocumentSpan[] | undefined): Target[] {
  const known = cached.get(key);
  if (known) return known;
  const all = (find() ?? []).map(({ fileName, textSpan }) => ({ file: fileName, at: textSpan.start }));
  const own = all.filter(({ file }) => file.startsWith(server) || file.startsWith(kernel));
  const followed = own.flatMap((each) => (ts.isImportSpecifier(declarationAt(each)) ? definitions(each) : [each]));
  cached.set(key, followed);
  return followed;
}

function sourceOf(file: string): ts.SourceFile {
  const source = service.getProgram()?.getSourceFile(file);
  if (!source) throw new Error(`${file} is not part of the program.`);
  return source;
}

const declarations = new Map<string, ts.Node>();

/** The declaration whose name is at this place. */
function declarationAt({ file, at }: Target): ts.Node {
  const key = keyOf({ file, at });
  const known = declarations.get(key);
  if (known) return known;
  let declaration: ts.Node = sourceOf(file);
  const enter = (node: ts.Node): void => {
    if (node.getStart() > at || node.end <= at) return;
    if (!ts.isToken(node)) declaration = node;
    node.forEachChild(enter);
  };
  declaration.forEachChild(enter);
  // The value of a name in an array pattern is in the whole declaration.
  if (ts.isBindingElement(declaration) && ts.isArrayBindingPattern(declaration.parent))
    declaration = declaration.parent.parent;
  declarations.set(key, declaration);
  return declaration;
}

function keyOf({ file, at }: Target): string {
  return `${file}:${at}`;
}

function isSignature(node: ts.Node): boolean {
  return ts.isMethodSignature(node) || ts.isPropertySignature(node);
}

/** True if the node declares a method. A field leads no further. */
function isMethod(node: ts.Node): boolean {
  return ts.isMethodSignature(node) || (ts.isPropertySignature(node) && node.type?.kind === ts.SyntaxKind.FunctionType);
}

/** The names that the code of a node uses, without those that it declares. */
function identifiers(from: ts.Node): (Target & { readonly node: ts.Node & { readonly text: string } })[] {
  const source = from.getSourceFile();
  return descendants(from).flatMap((node) => {
    if (!ts.isIdentifier(node) && !ts.isStringLiteral(node)) return [];
    const isUsed = ts.isStringLiteral(node) ? ts.isPropertyAssignment(node.parent) : isReference(node);
    return isUsed ? [{ file: source.fileName, at: node.getStart(), node }] : [];
  });
}

function isReference({ parent, pos }: ts.Identifier): boolean {
  if (ts.isPropertyAccessExpression(parent) || ts.isCallExpression(parent) || ts.isShorthandPropertyAssignment(parent))
    return true;
  return (
    ts.isExpression(parent) ||
    ts.isSpreadAssignment(parent) ||
    (ts.isPropertyAssignment(parent) && parent.initializer.pos === pos)
  );
}

function texts(from: ts.Node): string[] {
  return descendants(from).flatMap((node) =>
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
      ? [node.text]
      : [],
  );
}

function descendants(from: ts.Node): ts.Node[] {
  const all: ts.Node[] = [];
  from.forEachChild(function enter(node): void {
    if (ts.isTypeNode(node)) return;
    all.push(node);
    node.forEachChild(enter);
  });
  return all;
}
