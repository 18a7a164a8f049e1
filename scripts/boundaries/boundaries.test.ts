/**
 * Who may import whom (docs/architecture.md), and what the house wants of every file, read from the source itself:
 * each .ts file is parsed, its imports are told from each other as values or types, and each rule judges them.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { broken, sound } from './boundary-faults.ts';

/** Workspace packages that the code of a package may import; its tests may import any that makes no cycle. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  webhooks: [],
  client: ['contract'],
  dashboard: ['contract'],
  server: ['contract', 'webhooks'],
  conformance: ['contract', 'client', 'webhooks'],
  prism: ['contract'],
};

/**
 * Small modules beside the folders that import none of them: clock.ts stands for time, ids.ts for randomness, observer.ts
 * for whoever counts.
 */
const ground = [
  'billing.ts',
  'busy-error.ts',
  'clock.ts',
  'containment.ts',
  'deadline.ts',
  'error-line.ts',
  'every-field.ts',
  'ids.ts',
  'log.ts',
  'mask-numbers.ts',
  'mask-secrets.ts',
  'observer.ts',
  'timers.ts',
];

/** The arrows inside packages/server/src: which folders and files each folder may import, as values or as types only. */
const arrows: Readonly<Record<string, { readonly values: readonly string[]; readonly types: readonly string[] }>> = {
  domain: { values: ['domain/', 'every-field.ts'], types: ['ids.ts'] },
  store: { values: ['store/', 'busy-error.ts'], types: ['domain/', 'sealing.ts', ...ground] },
  'sealing.ts': { values: [], types: [] },
  providers: { values: ['providers/', 'domain/', ...ground], types: [] },
  operations: { values: ['operations/', 'domain/', ...ground], types: ['providers/', 'store/store.ts'] },
  worker: { values: ['worker/', 'providers/', 'domain/', ...ground], types: ['store/store.ts'] },
  sockets: { values: ['sockets/'], types: [] },
  http: { values: ['http/', 'operations/', 'domain/', 'sockets/', ...ground], types: ['store/store.ts'] },
  admin: { values: ['admin/', 'sockets/', ...ground], types: ['health.ts', 'store/store.ts'] },
};

/** Folders of the server that one file or folder outside of them imports: the library needs none. */
const doors = [
  { folder: 'command/', door: 'main.ts' },
  { folder: 'sandbox/', door: 'command/' },
  { folder: 'testing/', door: 'testing.ts' },
];

const readers = new Set([
  'packages/server/src/command/settings/config.ts',
  'packages/server/bin/booking-service.js',
  'packages/webhooks/bin/booking-webhooks.js',
]);
const drawers = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc']);
const drivers = new Set(['node:sqlite', 'pg']);
const emptyNames = new Set(['manager.ts', 'service.ts', 'types.ts']);
const sql =
  /\b(?:SELECT\s[^]*\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|(?:CREATE|ALTER|DROP)\s+(?:TABLE|INDEX)|PRAGMA|BEGIN\s+(?:IMMEDIATE|EXCLUSIVE)|ROLLBACK)\b/;

interface Import {
  readonly specifier: string;
  /** Whether nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** The workspace package it is of, if it is of one. */
  readonly workspace: string | undefined;
  /** The file it leads to, if that is one of the repository. */
  readonly target: string | undefined;
}

interface Source {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly lines: number;
  /** The folder of its package: packages/server, scripts … */
  readonly home: string;
  readonly isTest: boolean;
  readonly imports: readonly Import[];
  readonly readsProcess: boolean;
  readonly hasSql: boolean;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly imports?: Readonly<Record<string, { readonly '@booking-service/source'?: string }>>;
}

/** Texts of files, and package.json files by their folder; the root's is at ''. */
interface Repository {
  readonly files: Readonly<Record<string, string>>;
  readonly manifests: Readonly<Record<string, Manifest>>;
}

type Rule = (source: Source, manifests: Repository['manifests']) => readonly string[];

const rules: readonly Rule[] = [
  function contractImportsNothing({ path, home, isTest, imports }) {
    if (home !== 'packages/contract' || isTest) return [];
    return imports
      .filter(({ target }) => !isWithin(target, home))
      .map(({ specifier }) => `${path} imports ${specifier}: contract imports nothing`);
  },
  function webhooksStandAlone({ path, home, isTest, imports }) {
    if (home !== 'packages/webhooks' || isTest) return [];
    return imports
      .filter(({ specifier }) => !/^(?:\.|#|node:)/.test(specifier))
      .map(({ specifier }) => `${path} imports ${specifier}: webhooks depends on nothing`);
  },
  function webhooksLoadAnywhere({ path, isTest, imports }) {
    const inside = /^packages\/webhooks\/src\/(.*)$/.exec(path)?.[1];
    if (inside === undefined || isTest || inside.startsWith('command/')) return [];
    return imports
      .filter(({ specifier, typeOnly }) => specifier.startsWith('node:') && !typeOnly)
      .map(({ specifier }) => `${path} imports ${specifier}: webhooks runs where there is no Node`);
  },
  function clientLoadsOneOther({ path, isTest, imports }) {
    const inside = /^packages\/client\/src\/(.*)$/.exec(path)?.[1];
    if (inside === undefined || isTest) return [];
    const own = inside === 'otel.ts' ? '@opentelemetry/api' : 'openapi-fetch';
    return imports
      .filter(({ specifier }) => !specifier.startsWith('.') && specifier !== own)
      .map(({ specifier }) => `${path} imports ${specifier}: of other packages it needs ${own} alone`);
  },
  function packagesImportWhatTheyMay({ path, home, isTest, imports }) {
    const allowed = mayImport[basename(home)];
    if (!allowed || isTest) return [];
    const own = basename(home);
    return imports
      .filter(
        ({ workspace }) =>
          workspace !== undefined && workspace !== own && workspace !== 'server' && !allowed.includes(workspace),
      )
      .map(({ specifier }) => `${path} imports ${specifier}: ${own} may not`);
  },
  function nobodyImportsServer({ path, home, isTest, imports }) {
    // A benchmark measures the library as whoever installs it has it.
    if (home === 'packages/server' || home === 'bench') return [];
    return imports
      .filter(
        ({ workspace, specifier }) =>
          workspace === 'server' && !(isTest && specifier === '@booking-service/server/testing'),
      )
      .map(({ specifier }) => `${path} imports ${specifier}: only tests do, as @booking-service/server/testing`);
  },
  function packagesAreImportedByName({ path, home, imports }) {
    return imports
      .filter(
        ({ specifier, target }) => specifier.startsWith('.') && home.startsWith('packages/') && !isWithin(target, home),
      )
      .map(({ specifier }) => `${path} imports ${specifier}, which is not in ${home}: import a package by its name`);
  },
  function importsAreDeclared({ path, home, isTest, imports }, manifests) {
    const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = manifests[home] ?? {};
    const dev =
      home.startsWith('packages/') && !isTest ? {} : { ...devDependencies, ...manifests['']?.devDependencies };
    const declared = { ...dependencies, ...peerDependencies, ...dev, [`@booking-service/${basename(home)}`]: 'itself' };
    return imports
      .filter(({ specifier }) => !/^(?:\.|#|node:)/.test(specifier) && !Object.hasOwn(declared, packageOf(specifier)))
      .map(({ specifier }) => `${path} imports ${specifier}, which ${home || 'the root'} does not declare`);
  },
  function arrowsPointDown({ path, isTest, imports }) {
    const inside = inServer(path);
    const arrow = ground.includes(inside ?? '') ? { values: ground, types: [] } : arrows[inside?.split('/')[0] ?? ''];
    if (isTest || inside === undefined || !arrow) return [];
    return imports
      .flatMap(({ target, typeOnly }) => {
        const to = inServer(target);
        const allowed = typeOnly ? [...arrow.values, ...arrow.types] : arrow.values;
        return to === undefined || allowed.some((place) => to.startsWith(place)) ? [] : [to];
      })
      .map((to) => `${path} imports ${to}: no arrow leads there`);
  },
  function doorsAreUsed({ path, isTest, imports }) {
    const inside = inServer(path);
    if (isTest || inside === undefined) return [];
    return imports.flatMap(({ target }) => {
      const to = inServer(target) ?? '';
      const shut = doors.filter(
        ({ folder, door }) => to.startsWith(folder) && !inside.startsWith(folder) && !inside.startsWith(door),
      );
      return shut.map(({ door }) => `${path} imports ${to}: only ${door} does`);
    });
  },
  function operationsKnowNoHttp({ path, isTest, imports }) {
    if (isTest || !inServer(path)?.startsWith('operations/')) return [];
    return imports
      .filter(({ specifier }) => /^(?:express|node:https?)/.test(specifier))
      .map(({ specifier }) => `${path} imports ${specifier}: operations know nothing of HTTP`);
  },
  function domainIsPure({ path, isTest, imports }) {
    if (isTest || !inServer(path)?.startsWith('domain/')) return [];
    const isPure = ({ specifier, workspace }: Import) =>
      specifier.startsWith('.') ||
      workspace === 'contract' ||
      (specifier === 'node:crypto' && path.endsWith('/api-key.ts')) ||
      (specifier === 'ipaddr.js' && path.endsWith('/check-address.ts'));
    return imports
      .filter((each) => !isPure(each))
      .map(({ specifier }) => `${path} imports ${specifier}: domain imports contract only`);
  },
  function sqlStaysInStore({ path, isTest, imports, hasSql }) {
    if (isTest || !path.startsWith('packages/') || inServer(path)?.startsWith('store/')) return [];
    const found = new Set(imports.map(({ specifier }) => packageOf(specifier)).filter((name) => drivers.has(name)));
    return [...found, ...(hasSql ? ['SQL'] : [])].map((what) => `${path} has ${what}: that stays in store`);
  },
  function enginesAreApart({ path, isTest, imports }) {
    const engine = engineOf(path);
    if (isTest || engine === undefined) return [];
    return imports
      .filter(({ target }) => ![undefined, engine].includes(engineOf(target)))
      .map(({ specifier }) => `${path} imports ${specifier}: an engine of the store knows no other`);
  },
  function oneFileReadsTheProcess({ path, isTest, readsProcess: reads }) {
    if (isTest || !path.startsWith('packages/') || !reads || readers.has(path)) return [];
    return [`${path} reads process.env or process.argv: config.ts does`];
  },
  function filesAreShort({ path, lines, isTest }) {
    const most = isTest ? 600 : 400;
    return lines > most && !path.includes('/generated/') ? [`${path} has ${lines} lines: ${most} is the stop`] : [];
  },
  function namesSayWhat({ path }) {
    const words = path.split(/[/.-]/);
    const isDrawer = words.some((word) => drawers.has(word)) || emptyNames.has(basename(path));
    return isDrawer ? [`${path} is a drawer: name a file after its one idea`] : [];
  },
];

/** What is wrong with the repository, one line each. */
function findViolations({ files, manifests }: Repository, judged = rules): string[] {
  const sources = Object.entries(files).map(([path, text]) => parse(path, text, { files, manifests }));
  const single = sources.flatMap((source) => judged.flatMap((rule) => rule(source, manifests)));
  const fileGraph = new Map(sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]));
  const packageGraph = new Map(
    Object.entries(manifests).map(([home, { dependencies, devDependencies }]) => [
      basename(home),
      [
        ...Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => workspaceOf(name) ?? []),
        ...sources
          .filter((source) => source.home === home)
          .flatMap(({ imports }) => imports.flatMap(({ workspace }) => workspace ?? [])),
      ].filter((name) => name !== basename(home)),
    ]),
  );
  return [...single, ...findCycles(fileGraph), ...findCycles(packageGraph)];
}

function parse(path: string, text: string, { files, manifests }: Repository): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const home = /^(?:packages|examples)\/[^/]+|^[^/]+(?=\/)/.exec(path)?.[0] ?? '';
  const imports: Import[] = [];
  let reads = false;
  let hasSql = false;

  function add(specifier: ts.Node | undefined, typeOnly: boolean): void {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const name = specifier.text;
    const alias = manifests[home]?.imports?.[name]?.['@booking-service/source'];
    const file = name.startsWith('.') ? posix.join(dirname(path), name) : alias && posix.join(home, alias);
    const target = file !== undefined && Object.hasOwn(files, file) ? file : undefined;
    imports.push({ specifier: name, typeOnly, target, workspace: workspaceOf(name) });
  }

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isExternalModuleReference(node)) add(node.expression, false);
    else if (ts.isCallExpression(node) && loads(node.expression)) add(node.arguments[0], false);
    else if (isProcessRead(node)) reads = true;
    else if (isText(node)) hasSql ||= sql.test(node.text);
    ts.forEachChild(node, visit);
  }

  visit(tree);
  const isTest = /\.test(?:-d)?\.ts$|\/test\//.test(path);
  reads ||= imports.some(({ specifier }) => /^(?:node:)?process$/.test(specifier));
  return { path, lines: text.split('\n').length - 1, home, isTest, imports, readsProcess: reads, hasSql };
}

/** `import`, `require`, `require.resolve` and `import.meta.resolve`. */
function loads(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  return (
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === 'resolve' &&
    /^(?:require|import\.meta)$/.test(callee.expression.getText())
  );
}

/** `process.env`, `process['env']`, `const { env } = process`, and the same of argv. */
function isProcessRead(node: ts.Node): boolean {
  if (!ts.isIdentifier(node) || node.text !== 'process') return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent))
    return parent.expression === node && /^(?:env|argv)$/.test(parent.name.text);
  return ts.isElementAccessExpression(parent) || (ts.isVariableDeclaration(parent) && parent.initializer === node);
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return (
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)
  );
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function workspaceOf(specifier: string): string | undefined {
  return /^@booking-service\/([^/]+)/.exec(specifier)?.[1];
}

function isWithin(target: string | undefined, home: string): boolean {
  return target?.startsWith(`${home}/`) ?? false;
}

/** The path inside packages/server/src. */
function inServer(path: string | undefined): string | undefined {
  return /^packages\/server\/src\/(.*)$/.exec(path ?? '')?.[1];
}

/** The store's engine that the file is of. */
function engineOf(path: string | undefined): string | undefined {
  return /^store\/([^/]+)\//.exec(inServer(path) ?? '')?.[1];
}

/** One line for each cycle, however many ways lead into it. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles = new Map<string, string>();
  const done = new Set<string>();
  function walk(node: string, way: readonly string[]): void {
    const start = way.indexOf(node);
    if (start >= 0) {
      const cycle = way.slice(start);
      cycles.set(cycle.toSorted().join(), [...cycle, node].join(' -> '));
    } else if (!done.has(node)) {
      for (const next of graph.get(node) ?? []) walk(next, [...way, node]);
      done.add(node);
    }
  }
  for (const node of graph.keys()) walk(node, []);
  return [...cycles.values()].map((cycle) => `${cycle} is a cycle`);
}

it('holds in this repository', () => {
  const repository = readRepository();
  const read = Object.keys(repository.files);
  expect(read).toEqual(
    expect.arrayContaining([
      'packages/server/src/main.ts',
      'scripts/boundaries/boundaries.test.ts',
      'vitest.config.ts',
    ]),
  );
  expect(findViolations(repository)).toEqual([]);
});

function readRepository(): Repository {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const exclude = (path: string) => /(?:^|\/)(?:node_modules|dist)$/.test(path);
  const paths = globSync(['{packages,scripts,openapi,examples,bench,prism}/**/*.{ts,js}', '*.ts'], {
    cwd: root,
    exclude,
  });
  const homes = [
    '',
    ...globSync(['{packages,examples}/*/package.json', '*/package.json'], { cwd: root, exclude }).map((file) =>
      dirname(file),
    ),
  ];
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return {
    files: Object.fromEntries(paths.map((path) => [path.replaceAll('\\', '/'), read(path)])),
    // npm has read these files before: they have its form.
    manifests: Object.fromEntries(
      homes.map((home) => [home, JSON.parse(read(join(home, 'package.json'))) as Manifest]),
    ),
  };
}

describe('the rules', () => {
  const manifests = {
    '': { devDependencies: { vitest: '*' } },
    'packages/contract': {},
    'packages/webhooks': { devDependencies: { '@booking-service/contract': '*' } },
    'packages/server': {
      dependencies: {
        '@booking-service/contract': '*',
        '@booking-service/webhooks': '*',
        express: '*',
        'ipaddr.js': '*',
      },
      imports: { '#main': { '@booking-service/source': './src/main.ts' } },
    },
    'packages/client': {
      dependencies: { 'openapi-fetch': '*' },
      devDependencies: { '@booking-service/contract': '*', '@booking-service/server': '*' },
      peerDependencies: { '@opentelemetry/api': '*' },
    },
    scripts: { dependencies: { typescript: '*' } },
  };

  it.each(broken)('say: $says', ({ files, says }) => {
    expect(findViolations({ files, manifests })).toContain(says);
  });

  it('say nothing of what breaks none', () => {
    expect(findViolations({ files: sound, manifests })).toEqual([]);
  });

  it('are each broken by one of these files', () => {
    const cases = broken.filter(({ says }) => !says.endsWith(' is a cycle'));
    const isBroken = (rule: Rule) =>
      cases.some(({ files, says }) => findViolations({ files, manifests }, [rule]).includes(says));
    const silent = rules.filter((rule) => !isBroken(rule));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
