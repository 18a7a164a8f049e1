import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages for operators that the package of the server contains, below docs/. */
export const packagePages: readonly string[] = ['configuration.md', 'running.md', 'scale.md'];

/** Copies the pages, and the files in deploy/, into the package's folder. A link that leads out of the package becomes its text. */
export function writePackagePages({ root, to }: { readonly root: string; readonly to: string }): void {
  mkdirSync(to, { recursive: true });
  cpSync(join(root, 'deploy'), join(to, 'deploy'), { recursive: true });
  for (const page of packagePages) {
    writeFileSync(join(to, page), withoutOuterLinks(readFileSync(join(root, 'docs', page), 'utf8')));
  }
}

function withoutOuterLinks(text: string): string {
  return text.replaceAll(
    /\[([^\]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/g,
    (link: string, shown: string, path: string) => {
      if (packagePages.includes(path)) return link;
      return path.startsWith('../deploy') ? `[${shown}](${path.slice('../'.length)})` : shown;
    },
  );
}
