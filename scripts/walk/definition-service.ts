/** The service that gives an editor its definitions and implementations, on the program of the server. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A name in a file. */
export interface Target {
  readonly file: string;
  readonly at: number;
}

export const root: string = fileURLToPath(new URL('../..', import.meta.url));
export const server: string = `${root}packages/server/src/`;
export const kernel: string = `${root}packages/kernel/src/`;

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

export function definitions({ file, at }: Target): Target[] {
  return targets(`definition ${file}:${at}`, () => service.getDefinitionAtPosition(file, at));
}

export function implementations({ file, at }: Target): Target[] {
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

export function sourceOf(file: string): ts.SourceFile {
  const source = service.getProgram()?.getSourceFile(file);
  if (!source) throw new Error(`${file} is not part of the program.`);
  return source;
}

const declarations = new Map<string, ts.Node>();

/** The declaration whose name is at this place. */
export function declarationAt({ file, at }: Target): ts.Node {
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

export function keyOf({ file, at }: Target): string {
  return `${file}:${at}`;
}

export function isSignature(node: ts.Node): boolean {
  return ts.isMethodSignature(node) || ts.isPropertySignature(node);
}

/** True if the node declares a method. A field leads no further. */
export function isMethod(node: ts.Node): boolean {
  return ts.isMethodSignature(node) || (ts.isPropertySignature(node) && node.type?.kind === ts.SyntaxKind.FunctionType);
}

/** The names that the code of a node uses, without those that it declares. */
export function identifiers(from: ts.Node): (Target & { readonly node: ts.Node & { readonly text: string } })[] {
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

export function texts(from: ts.Node): string[] {
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
