import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withOperatorTables } from './operator-tables.ts';

/** The folder of the pages for operators. */
const operate = 'docs/operate';

/** Copies the pages for operators, and the files in deploy/, into the package's folder. A link that leads out of the package becomes its text. */
export function writePackagePages({ root, to }: { readonly root: string; readonly to: string }): void {
  mkdirSync(join(to, 'operate'), { recursive: true });
  cpSync(join(root, 'deploy'), join(to, 'deploy'), { recursive: true });
  const pages = readdirSync(join(root, operate));
  for (const page of pages) {
    const text = withOperatorTables(root, readFileSync(join(root, operate, page), 'utf8'));
    writeFileSync(join(to, 'operate', page), withoutOuterLinks(text, pages));
  }
}

function withoutOuterLinks(text: string, pages: readonly string[]): string {
  return text.replaceAll(
    /\[([^\]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/g,
    (link: string, shown: string, path: string) => {
      if (pages.includes(path)) return link;
      return path.startsWith('../../deploy') ? `[${shown}](${path.slice('../'.length)})` : shown;
    },
  );
}
