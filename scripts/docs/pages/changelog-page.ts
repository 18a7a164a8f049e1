import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBundledContract, type BundledContract } from '@booking-service/toolkit';
import { code, markdownTable, operationPath, type SitePage } from '@booking-service/toolkit/docs';
import { parseDeclarations, type Declaration } from '@booking-service/toolkit/gate';
import { contracts, declaredChanges, readPublicContract } from '../../contract-files.ts';

/** The file of each contract in the site. */
const files: Readonly<Record<string, string>> = {
  public: 'openapi.yaml',
  admin: 'admin.yaml',
  provider: 'provider.yaml',
  'card-service': 'card-service.yaml',
};

/** The versions of the contracts and packages, the changes of the API since its last release, and the changelog of each package. */
export function changelogPage(root: string, packages: readonly string[]): SitePage {
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
  const kinds: readonly (readonly [title: string, added: string[], removed: string[]])[] = [
    ['operations', ...compared(operationLinks(before), operationLinks(now))],
    ['events', ...compared(linksOf(before.webhooks, 'webhooks'), linksOf(now.webhooks, 'webhooks'))],
    ['error codes', ...compared(linksOf(before['x-errors'], 'errors'), linksOf(now['x-errors'], 'errors'))],
  ];
  const lists = kinds.flatMap(([title, added, removed]) => [
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
