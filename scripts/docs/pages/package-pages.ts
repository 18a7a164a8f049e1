import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { code, markdownTable, operationPath, type PageGroup, type SitePage } from '@booking-service/toolkit/docs';
import { type BundledContract, readBundledContract } from '@booking-service/toolkit';
import { type Declaration, parseDeclarations } from '@booking-service/toolkit/gate';
import { type ExportedDeclaration, exportedDeclarations } from './exported-declarations.ts';
import { contracts, declaredChanges, readPublicContract } from '../../contract-files.ts';
import { listPublishedPackages } from '../../packages/list-packages.ts';

/** The packages that a reader needs first. The other published packages follow. */
const firstPackages: readonly string[] = ['client', 'webhooks', 'contract', 'server'];

/** The folders of the published packages. */
export const packages: readonly string[] = [
  ...firstPackages,
  ...listPublishedPackages()
    .map(({ folder }) => basename(folder))
    .filter((name) => !firstPackages.includes(name)),
];

/** The pages of the packages: how to use each, and what changed. */
export function packageGroup(root: string): PageGroup {
  return {
    title: 'Packages',
    summary: 'The packages for TypeScript: how to use them, their exports, and their changes.',
    pages: [...packages.flatMap((name) => [readmePage(root, name), ...apiPages(root, name)]), changelogPage(root)],
  };
}

function readmePage(root: string, name: string): SitePage {
  const source = `packages/${name}/README.md`;
  return { path: `packages/${name}`, source, markdown: readFileSync(join(root, source), 'utf8') };
}

interface PackageFile {
  readonly name: string;
  /** Undefined for a package that is a program. */
  readonly exports?: Readonly<Record<string, string | { readonly '@booking-service/source'?: string }>>;
}

const kinds: Readonly<Record<ExportedDeclaration['kind'], string>> = {
  function: 'Functions',
  class: 'Classes',
  constant: 'Constants',
  interface: 'Interfaces',
  type: 'Types',
};

/** A longer declaration is generated from a contract, which the reference shows page by page. */
const mostLines = 100;

/** More constants than this are generated from a contract, and only the first is shown. */
const mostConstants = 50;

/** The exports of a package: the declaration and the comment of each, for every entry of the package. None for a program. */
function apiPages(root: string, folder: string): SitePage[] {
  const read = (file: string) => readFileSync(join(root, 'packages', folder, file), 'utf8');
  const { name, exports }: PackageFile = JSON.parse(read('package.json'));
  if (exports === undefined) return [];
  const entries = Object.entries(exports).flatMap(([path, target]) => {
    const file = typeof target === 'string' ? undefined : target['@booking-service/source'];
    // Entries below an entry, such as the engines of a store, are for few readers and would double the page.
    return file === undefined || path.split('/').length > 2
      ? []
      : [{ specifier: join(name, path), file: join(root, 'packages', folder, file) }];
  });
  const sections = entries.map(
    ({ specifier, file }) => `## ${code(specifier)}\n\n${entryText(exportedDeclarations(file))}`,
  );
  const page: SitePage = {
    path: `packages/${folder}-api`,
    markdown: `# ${name}: exports

The declarations that ${code(name)} exports, with their comments. [How to use the package](site:packages/${folder}).

${sections.join('\n\n')}
`,
  };
  return [page];
}

function entryText(declarations: readonly ExportedDeclaration[]): string {
  return Object.entries(kinds)
    .flatMap(([kind, title]) => {
      const all = declarations.filter((each) => each.kind === kind);
      if (all.length === 0) return [];
      if (kind === 'constant' && all.length > mostConstants) {
        return [
          `**${title}**`,
          block([all[0]?.code]),
          `In the same form: ${all
            .slice(1)
            .map((each) => each.name)
            .join(', ')}.`,
        ];
      }
      return [`**${title}**`, ...all.map(declarationText)];
    })
    .join('\n\n');
}

function declarationText({ name, comment, code: declaration }: ExportedDeclaration): string {
  const lines = declaration.split('\n');
  const shown =
    lines.length > mostLines
      ? [lines[0], `    // ${lines.length - 2} generated lines, see the reference`, lines.at(-1)]
      : lines;
  return [`### ${name}`, comment, block(shown)].filter((part) => part !== '').join('\n\n');
}

/** Highlighting would nearly double a page with hundreds of aliases of schemas. */
function block(lines: readonly (string | undefined)[]): string {
  const language = /^type \w+ = components\['schemas'\]/.test(lines.join('\n')) ? 'text' : 'ts';
  return `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;
}

/** The file of each contract in the site. */
const files: Readonly<Record<string, string>> = {
  public: 'openapi.yaml',
  admin: 'admin.yaml',
  provider: 'provider.yaml',
  'card-service': 'card-service.yaml',
};

/** The versions of the contracts and packages, the changes of the API since its last release, and the changelog of each package. */
function changelogPage(root: string): SitePage {
  const released = packages.filter((name) => existsSync(join(root, `packages/${name}/CHANGELOG.md`)));
  return {
    path: 'changelog',
    markdown: [
      '# Versions and changelog',
      'The contracts have versions of their own. Within /v1, changes are additive: a program that works keeps working.',
      '## Contracts',
      contractTable(root),
      ...apiChanges(root),
      '## Packages',
      markdownTable(
        ['Package', 'Version'],
        released.map((name) => [`[@booking-service/${name}](#booking-service${name})`, versionOf(root, name)]),
      ),
      ...released.flatMap((name) => changesOf(root, name)),
    ]
      .join('\n\n')
      .concat('\n'),
  };
}

function contractTable(root: string): string {
  const declarations = readDeclarations(root);
  return markdownTable(
    ['Contract', 'Version here', 'Compared with', 'Breaking changes since'],
    contracts.map(({ name, bundle, released }) => [
      `[${name}](file:${files[name]})`,
      readBundledContract(bundle).info.version,
      readBundledContract(released).info.version,
      String(declarations.filter(({ contract }) => contract === name).length),
    ]),
  );
}

/** The difference of the public contract from its released form. Empty if both have the same parts. */
function apiChanges(root: string): string[] {
  const publicContract = contracts.find(({ name }) => name === 'public');
  if (!publicContract) throw new Error('The project has no public contract.');
  const before = readBundledContract(publicContract.released);
  const now = readPublicContract();
  const declared = readDeclarations(root).filter(({ contract }) => contract === 'public');
  const changes: readonly (readonly [title: string, added: string[], removed: string[]])[] = [
    ['operations', ...compared(operationLinks(before), operationLinks(now))],
    ['events', ...compared(linksOf(before.webhooks, 'webhooks'), linksOf(now.webhooks, 'webhooks'))],
    ['error codes', ...compared(linksOf(before['x-errors'], 'errors'), linksOf(now['x-errors'], 'errors'))],
  ];
  const lists = changes.flatMap(([title, added, removed]) => [
    ...(added.length > 0 ? [`- New ${title}: ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`- Removed ${title}: ${removed.join(', ')}`] : []),
  ]);
  if (lists.length + declared.length === 0) return [];
  return [
    `## The API since its release ${before.info.version}`,
    ...(lists.length > 0 ? [lists.join('\n')] : []),
    ...(declared.length > 0
      ? [
          'The checks of the contract count these changes as breaking. Each has a reason:',
          markdownTable(
            ['Place in the contract', 'Reason'],
            declared.map(({ pointer, reason }) => [code(pointer), reason]),
          ),
        ]
      : []),
  ];
}

/** The links of the names that only the second map has, and the names that only the first one has. */
function compared(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): [string[], string[]] {
  return [
    [...now].filter(([name]) => !before.has(name)).map(([, link]) => link),
    [...before.keys()].filter((name) => !now.has(name)).map(code),
  ];
}

function operationLinks({ paths }: BundledContract): Map<string, string> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return new Map(
    operations.map(({ operationId }) => [operationId, `[${code(operationId)}](site:${operationPath(operationId)})`]),
  );
}

function linksOf(named: object, folder: string): Map<string, string> {
  return new Map(Object.keys(named).map((name) => [name, `[${code(name)}](site:${folder}/${name})`]));
}

function readDeclarations(root: string): Declaration[] {
  const file = join(root, declaredChanges);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '[]';
  return parseDeclarations(text, contracts);
}

function versionOf(root: string, name: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(root, `packages/${name}/package.json`), 'utf8'),
  );
  return version;
}

/** The changelog of a package. Its headings move down by one level, and the name replaces the title and the introduction. */
function changesOf(root: string, name: string): [heading: string, changes: string] {
  const text = readFileSync(join(root, `packages/${name}/CHANGELOG.md`), 'utf8').replaceAll(/^(#+ )/gm, '#$1');
  return [`## @booking-service/${name}`, text.slice(text.indexOf('\n### ')).trim()];
}
