import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code, type SitePage } from '@booking-service/toolkit/docs';
import { exportedDeclarations, type ExportedDeclaration } from './exported-declarations.ts';

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
export function apiPages(root: string, folder: string): SitePage[] {
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
