import { toAnchor } from './markdown-to-html.ts';
import type { SearchDocument } from './search-document.ts';
import { titleOf, type SitePage } from './site-page.ts';

const longestText = 1500;

/** The sections of a page. A heading of level 2 or 3 begins one. */
export function searchDocuments(page: SitePage, markdown: string): SearchDocument[] {
  const title = titleOf(page);
  const used = new Map<string, number>();
  return markdown
    .replace(/^# .+$/m, '')
    .split(/^(?=#{2,3} )/m)
    .flatMap((section): SearchDocument[] => {
      const heading = /^#+ (.+)$/m.exec(section)?.[1] ?? '';
      const isTop = !/^#{2,3} /.test(section);
      const shown = isTop ? '' : plain(heading);
      const text = plain(section.replace(/^#{2,3} .+$/m, '')).slice(0, longestText);
      const operation = /^- Operation id: `(\w+)`/m.exec(section)?.[1];
      const id = operation === undefined ? {} : { i: operation };
      if (isTop) return [{ u: `${page.path}.html`, t: title, h: '', x: text, ...id }];
      const anchor = toAnchor(shown);
      const count = used.get(anchor) ?? 0;
      used.set(anchor, count + 1);
      return [
        { u: `${page.path}.html#${anchor}${count === 0 ? '' : `-${count}`}`, t: title, h: shown, x: text, ...id },
      ];
    });
}

/** Markdown without its marks. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|#]|^-+$/gm, ' ')
    .replaceAll(/-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
