/** Reads who imports whom, and who may. dependency-cruiser would do this, but it finds no module under TypeScript 7. */
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { parse } from 'yaml';

/** One import of a file: another file of the repository, by its path, or a module from outside, by its specifier. */
export interface Import {
  readonly to: string;
  readonly typesOnly: boolean;
}

/** Returns the imports and re-exports of a file, dynamic ones included. */
export function readImports(path: string, text: string): Import[] {
  const { module } = parseSync(path, text);
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      to: moduleRequest.value,
      typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? { to: moduleRequest.value, typesOnly: isType } : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const [, to] = /^['"](.*)['"]$/.exec(text.slice(start, end)) ?? [];
      return to === undefined ? [] : { to, typesOnly: false };
    }),
  ];
  return found.map((each) => ({
    ...each,
    to: each.to.startsWith('.') ? posix.join(posix.dirname(path), each.to) : each.to,
  }));
}

/** The sources of packages with rooms. */
export const roomedSources = ['packages/kernel/src/', 'packages/server/src/'] as const;

/** Returns the room of a file: the longest row of its package's table with its path. A file of an engine belongs to the engine. */
export function roomOf(path: string, { rooms: tables }: Pick<Tables, 'rooms'>): string {
  const source = sourceOf(path) ?? '';
  const rooms = tables.get(source) ?? new Map<string, Row>();
  const below = path.slice(source.length);
  const engine = /^store\/(?!transfer\/)(?:.*\/)?(sqlite|postgres)(?=[-./])/.exec(below)?.[1];
  if (engine) return `store/${engine}`;
  const names = [...rooms.keys()].filter((name) => isBelow(below.replace(/^testing\.ts$/, 'testing'), name));
  return names.toSorted((a, b) => b.length - a.length)[0] ?? 'library';
}

/** The lists of one row: prefixes of the paths or specifiers that may be imported, and those of which only types may be. */
interface Row {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

export interface Tables {
  /** By the path of the importing files. The longest prefix counts. */
  readonly files: ReadonlyMap<string, Row>;
  /** By the source of the package. */
  readonly rooms: ReadonlyMap<string, ReadonlyMap<string, Row>>;
}

interface WrittenRow {
  readonly imports?: string;
  readonly types?: string;
}

/** Parses allowed-imports.yaml. */
export function parseTables(text: string): Tables {
  const { files, rooms } = parse(text) as {
    readonly files: Readonly<Record<string, WrittenRow>>;
    readonly rooms: Readonly<Record<string, Readonly<Record<string, WrittenRow>>>>;
  };
  return {
    files: toTable(files),
    rooms: new Map(Object.entries(rooms).map(([source, rows]) => [source, toTable(rows)])),
  };
}

function toTable(rows: Readonly<Record<string, WrittenRow>>): ReadonlyMap<string, Row> {
  const names = (list?: string) => list?.split(', ') ?? [];
  return new Map(
    Object.entries(rows).flatMap(([places, { imports, types }]) =>
      places.split(', ').map((place) => [place, { values: names(imports), types: names(types) }] as const),
    ),
  );
}

/** Returns why a file must not make this import; undefined if it may. */
export function findFault(path: string, imported: Import, tables: Tables): string | undefined {
  const source = sourceOf(path);
  if (source !== undefined && !isTest(path)) {
    const isInside = imported.to.startsWith(source);
    const from = roomOf(path, tables);
    const to = isInside ? roomOf(imported.to, tables) : imported.to;
    if (from === to) return undefined;
    const below = imported.to.slice(source.length);
    const matches = (name: string) =>
      isInside ? name === to || (!to.startsWith('store/') && isBelow(below, name)) : isModule(to, name);
    return isAllowed(tables.rooms.get(source)?.get(from), imported, matches)
      ? undefined
      : `${from} may not import ${to}`;
  }
  const row = rowOf(path, tables);
  const isPath = /^(?:packages|scripts|bench|openapi|examples)\//.test(imported.to);
  // Sources stay in their package. Tests, scripts and benchmarks may use a file of another folder.
  const isSource = /^packages\/[^/]+\/src\//.test(path) && !isTest(path);
  if (row && isPath && (!isSource || packageOf(path) === packageOf(imported.to))) return undefined;
  const matches = (name: string) => !isPath && isModule(imported.to, name);
  return isAllowed(row, imported, matches) ? undefined : `its row does not list ${imported.to}`;
}

/** Returns whether a name of a row covers a module. */
function isModule(specifier: string, name: string): boolean {
  if (name === 'outside') return !/^(?:@booking-service\/|#|node:process$)/.test(specifier);
  if (name === 'node') return specifier.startsWith('node:') && specifier !== 'node:process';
  if (/^kernel(?:\/|$)/.test(name)) return specifier === `@booking-service/${name}`;
  return isBelow(specifier, name);
}

/** Returns the source of a package with rooms that has this file. */
function sourceOf(path: string): string | undefined {
  return roomedSources.find((source) => path.startsWith(source));
}

function rowOf(path: string, { files }: Tables): Row | undefined {
  const tests = isTest(path) ? [`tests of ${packageOf(path)}`] : [];
  const prefixes = [...files.keys()].filter((name) => isBelow(path, name)).toSorted((a, b) => b.length - a.length);
  const name = [...tests, ...prefixes].find((each) => files.has(each));
  return name === undefined ? undefined : files.get(name);
}

function isAllowed(row: Row | undefined, { typesOnly }: Import, matches: (name: string) => boolean): boolean {
  return row !== undefined && (row.values.some(matches) || (typesOnly && row.types.some(matches)));
}

function isTest(path: string): boolean {
  return /\.test(?:-d)?\.tsx?$/.test(path) || /^packages\/[^/]+\/test\//.test(path);
}

function packageOf(path: string): string {
  return (/^packages\/[^/]+/.exec(path) ?? path.split('/'))[0] ?? path;
}

function isBelow(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name.replace(/\/$/, '')}/`);
}
