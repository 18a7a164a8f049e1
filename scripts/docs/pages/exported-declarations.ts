/**
 * Lists what a module exports, as the declarations that its users see. Every module of the packages is written with isolatedDeclarations,
 * so TypeScript writes the declarations of a file from its text, without a type checker.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface ExportedDeclaration {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'constant';
  /** Its comment as Markdown. '' if it has none. */
  readonly comment: string;
  /** The declaration in TypeScript, with the comments of its members. */
  readonly code: string;
}

/** Returns what a module of the repository exports from its own files, by name. */
export function exportedDeclarations(file: string): ExportedDeclaration[] {
  return [...exportsOf(file, new Map())].toSorted(([a], [b]) => a.localeCompare(b)).flatMap(([, found]) => found);
}

type Modules = Map<string, ts.SourceFile>;

/** Each exported name with its declaration. A function with overloads has several statements. */
function exportsOf(file: string, modules: Modules): Map<string, ExportedDeclaration> {
  const source = declarationsOf(file, modules);
  const found = new Map<string, ExportedDeclaration>();
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      const from = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
      const target = from === undefined ? file : fileOf(file, from);
      if (target === undefined) continue;
      if (!exportClause) for (const [name, each] of exportsOf(target, modules)) found.set(name, each);
      else if (ts.isNamedExports(exportClause)) {
        for (const { name, propertyName } of exportClause.elements) {
          const declared = findDeclaration(target, (propertyName ?? name).text, modules);
          if (declared) found.set(name.text, { ...declared, name: name.text });
        }
      }
    } else if (isExported(statement)) {
      for (const name of namesOf(statement)) {
        const declared = findDeclaration(file, name, modules);
        if (declared) found.set(name, declared);
      }
    }
  }
  return found;
}

/** Finds a declaration in a file, or where the file imports or exports it from. Undefined if another package declares it. */
function findDeclaration(file: string, name: string, modules: Modules): ExportedDeclaration | undefined {
  const source = declarationsOf(file, modules);
  const statements = source.statements.filter((statement) => namesOf(statement).includes(name));
  if (statements.length > 0) return toDeclaration(name, statements, source);
  for (const statement of source.statements) {
    const moved = movedName(statement, name);
    const target = moved && fileOf(file, moved.from);
    if (moved && target !== undefined) return findDeclaration(target, moved.name, modules);
  }
  return undefined;
}

/** The module and the name by which a statement imports or exports this name. */
function movedName(
  statement: ts.Statement,
  name: string,
): { readonly from: string; readonly name: string } | undefined {
  const { moduleSpecifier } = statement as ts.ImportDeclaration | ts.ExportDeclaration;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return undefined;
  const clause = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : (statement as ts.ExportDeclaration).exportClause;
  if (!clause || !(ts.isNamedImports(clause) || ts.isNamedExports(clause))) return undefined;
  for (const element of clause.elements) {
    if (element.name.text === name)
      return { from: moduleSpecifier.text, name: (element.propertyName ?? element.name).text };
  }
  return undefined;
}

/** The file of a module that a file names. Undefined for a module of another package, except for the entries of the kernel. */
function fileOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const [entry] = /^@booking-service\/kernel(?:\/.+)?$/.exec(specifier) ?? [];
  return entry === undefined ? undefined : join(kernel, `${basename(entry)}.ts`);
}

const kernel = fileURLToPath(new URL('../../../packages/kernel/src/entries', import.meta.url));

/** The declarations of a file, as its users get them. */
function declarationsOf(file: string, modules: Modules): ts.SourceFile {
  const known = modules.get(file);
  if (known) return known;
  const compilerOptions = { declaration: true, isolatedDeclarations: true, target: ts.ScriptTarget.ESNext };
  const { outputText } = ts.transpileDeclaration(readFileSync(file, 'utf8'), { fileName: file, compilerOptions });
  const source = ts.createSourceFile(file, outputText, ts.ScriptTarget.ESNext, true);
  modules.set(file, source);
  return source;
}

function toDeclaration(name: string, statements: readonly ts.Statement[], source: ts.SourceFile): ExportedDeclaration {
  const [first] = statements;
  if (!first) throw new Error(`${name} has no declaration.`);
  return {
    name,
    kind: kindOf(first),
    comment: statements.map(commentOf).find((text) => text !== '') ?? '',
    code: statements.map((each) => each.getText(source).replace(/^export (?:declare )?/, '')).join('\n'),
  };
}

function kindOf(statement: ts.Statement): ExportedDeclaration['kind'] {
  if (ts.isFunctionDeclaration(statement)) return 'function';
  if (ts.isClassDeclaration(statement)) return 'class';
  if (ts.isInterfaceDeclaration(statement)) return 'interface';
  return ts.isTypeAliasDeclaration(statement) ? 'type' : 'constant';
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

function isExported(statement: ts.Statement): boolean {
  return (ts.getCombinedModifierFlags(statement as unknown as ts.Declaration) & ts.ModifierFlags.Export) !== 0;
}

/** The comment in front of a statement, without its marks. */
function commentOf(statement: ts.Statement): string {
  const comment = ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc);
  if (!comment) return '';
  const tags = (comment.tags ?? []).map((tag) => `**@${tag.tagName.text}** ${textOf(tag.comment)}`);
  return [textOf(comment.comment), ...tags].join('\n\n').trim();
}

function textOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  // A link to a name of the code becomes the name.
  const text = ts.getTextOfJSDocComment(comment) ?? '';
  return text.replaceAll(/\{@link ([^}]+)\}/g, '`$1`').trim();
}
