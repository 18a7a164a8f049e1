/**
 * oxlint enforces who may import whom (oxlintrc.json beside this file). These tests prove that its rules work: they plant
 * imports in a copy of the repository's file tree, run oxlint once, and compare the refused imports with those that
 * docs/architecture.md lists. Reads the repository; writes to a temporary folder.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFiles } from '../working-copy/list-files.ts';
import { allowed, faults, type Plant } from './planted-imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = 'packages/server/src/';
const files = listFiles(root).filter((path) => /\.(?:js|tsx?)$/.test(path));
const sql =
  /\b(?:SELECT\s[^]*\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|(?:CREATE|ALTER|DROP)\s+(?:TABLE|INDEX)|PRAGMA|BEGIN\s+(?:IMMEDIATE|EXCLUSIVE)|ROLLBACK)\b/;

/** The room of a file of the server: the folder that the arrows of docs/architecture.md name. */
function roomOf(path: string): string {
  const [first = '', second = '', third = ''] = path.slice(source.length).split('/');
  if (first === 'index.ts' || first === 'create-booking-server.ts') return 'library';
  if (first === 'testing.ts') return 'testing';
  if (first !== 'store') return first;
  const engine = /^(sqlite|postgres)-/.exec(third)?.[1] ?? /^(?:sqlite|postgres|transfer)$/.exec(second)?.[0];
  return engine === undefined ? first : `${first}/${engine}`;
}

const ofServer = files.filter((path) => path.startsWith(source) && !path.endsWith('.test.ts'));
const rooms = [...new Set(ofServer.map(roomOf))];
const folders = [...new Set(ofServer.map((path) => dirname(path)))].filter((folder) => `${folder}/` !== source);

/** An import of one file of the server. */
interface Probe extends Plant {
  readonly to: string;
  readonly kind: 'values' | 'types';
}

/** Every import that a file of `folder` could write, of values and of types; `from` is its probe file. */
function probesOf(from: string): Probe[] {
  return ofServer
    .filter((path) => roomOf(path) !== roomOf(from))
    .flatMap((to, index) => {
      const target = posix.relative(dirname(from), to);
      const specifier = target.startsWith('.') ? target : `./${target}`;
      return [
        { path: from, to, kind: 'values' as const, text: `import '${specifier}';` },
        { path: from, to, kind: 'types' as const, text: `import type { A${index} } from '${specifier}';` },
      ];
    });
}

/** The rooms that `from` may import: `values` holds the rooms with at least one file whose values it may import. */
interface Arrows {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** Which lines of the planted files oxlint refuses: the codes of the broken rules, by `path:line`. */
function lint(folder: string): Map<string, string[]> {
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(stdout);
  const refused = new Map<string, string[]>();
  for (const { code, filename, labels } of diagnostics) {
    const at = `${filename}:${labels[0]?.span.line ?? 1}`;
    refused.set(at, [...(refused.get(at) ?? []), code]);
  }
  return refused;
}

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

describe('oxlint refuses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  const planted = new Map<string, string[]>();
  let refused = new Map<string, string[]>();
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Adds a line to a planted file. Returns its place, as `path:line`. */
  function plant({ path, text }: Pick<Plant, 'path' | 'text'>): string {
    const lines = planted.get(path) ?? [];
    planted.set(path, [...lines, text]);
    return `${path}:${lines.length + 1}`;
  }

  // A package that nothing declares, the server and Prism: each file of the repository may import at most two of the three.
  const everywhere = ['no-such-package', '@booking-service/server', '@booking-service/prism'];
  const covered = files
    .filter((path) => /^(?:packages|scripts|bench|openapi|examples)\/|^vitest/.test(path))
    .filter((path) => !path.includes('/generated/'))
    .map((path) => ({ path, places: everywhere.map((name) => plant({ path, text: `import '${name}';` })) }));
  const probes = [
    ...folders.map((each) => `${each}/probe.ts`),
    ...ofServer.filter((path) => !path.slice(source.length).includes('/')),
  ]
    .flatMap(probesOf)
    .map((probe) => ({ ...probe, place: plant(probe) }));
  const broken = faults.map((fault) => ({ ...fault, place: plant(fault) }));
  const sound = allowed.map((each) => ({ ...each, place: plant(each) }));

  const long = [
    { path: 'packages/client/src/long.ts', maxLines: 400 },
    { path: 'packages/client/src/long.test.ts', maxLines: 600 },
  ];

  beforeAll(() => {
    for (const { path, maxLines } of long)
      planted.set(
        path,
        Array.from({ length: maxLines + 1 }, () => 'void 0;'),
      );
    for (const [path, lines] of planted) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
    }
    for (const file of ['.oxlintrc.json', 'scripts/boundaries/oxlintrc.json']) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      copyFileSync(join(root, file), join(folder, file));
    }
    refused = lint(folder);
  });

  it.each(long)('more than $maxLines lines in $path', ({ path, maxLines }) => {
    expect(refused.get(`${path}:${maxLines + 1}`)).toContain('eslint(max-lines)');
  });

  /** What oxlint allows a planted file to import. */
  function arrowsFrom(path: string): Arrows {
    const open = probes.filter((probe) => probe.path === path && !refused.get(probe.place)?.includes(restricted));
    const of = (kind: Probe['kind']) => new Set(open.filter((each) => each.kind === kind).map(({ to }) => roomOf(to)));
    const values = of('values');
    return { values: [...values].toSorted(), types: [...of('types')].filter((each) => !values.has(each)).toSorted() };
  }

  it('an import in every file of the repository: a rule covers each file', () => {
    const free = covered.filter(({ places }) => !places.some((place) => refused.get(place)?.includes(restricted)));
    expect(free.map(({ path }) => path)).toEqual([]);
    expect(covered.length).toBeGreaterThan(600);
  });

  it.each(broken)('$path: $text', ({ place, code }) => {
    expect(refused.get(place)).toContain(code);
  });

  it.each(sound)('but not $path: $text', ({ place }) => {
    expect(refused.get(place)?.filter((code) => code === restricted) ?? []).toEqual([]);
  });

  it('all but the arrows that docs/architecture.md lists', () => {
    const enforced = rooms.map((room) => {
      const paths = [...new Set(probes.map(({ path }) => path))].filter((path) => roomOf(path) === room);
      // A room keeps one list of arrows, whichever folder of the room the file is in.
      const lists = new Map(paths.map((path) => arrowsFrom(path)).map((arrows) => [JSON.stringify(arrows), arrows]));
      expect([room, lists.size]).toEqual([room, 1]);
      return [room, ...lists.values()];
    });
    expect(Object.fromEntries(enforced)).toEqual(readArrows());
  });
});

const restricted = 'eslint(no-restricted-imports)';

/** The table of "Rooms and arrows" in docs/architecture.md. */
function readArrows(): Record<string, Arrows> {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const section = page.slice(page.indexOf('## Rooms and arrows'), page.indexOf('## Follow one request'));
  const rows = section.split('\n').flatMap((line) => {
    const [, room = '', values = '', types = ''] = line.split('|').map((cell) => cell.trim());
    const isRow = rooms.includes(room);
    const names = (cell: string) => (cell === '' ? [] : cell.split(', ').toSorted());
    return isRow ? [[room, { values: names(values), types: names(types) }] as const] : [];
  });
  return Object.fromEntries(rows);
}

describe('the sources', () => {
  it('keep SQL in the store', () => {
    const outside = files.filter(
      (path) =>
        /^packages\/[^/]+\/src\//.test(path) && !path.startsWith(`${source}store/`) && !path.endsWith('.test.ts'),
    );
    const texts = outside.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
    const statements = (text: string) =>
      (text.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []).filter((each) => sql.test(each));
    expect(statements('const text = `UPDATE runs SET ${column} = 1`;')).toHaveLength(1);
    expect(statements("const line = 'Select one from the list';")).toEqual([]);
    expect(texts.filter(({ text }) => statements(text).length > 0).map(({ path }) => path)).toEqual([]);
  });

  it('have no vague file names', () => {
    const drawers = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc']);
    const isVague = (path: string) =>
      path.split(/[/.-]/).some((word) => drawers.has(word)) ||
      ['manager.ts', 'service.ts', 'types.ts'].includes(basename(path));
    expect(['a/http-utils.ts', 'scripts/common/a.ts', 'a/types.ts', 'a/booking.ts'].map(isVague)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(files.filter(isVague)).toEqual([]);
  });
});
