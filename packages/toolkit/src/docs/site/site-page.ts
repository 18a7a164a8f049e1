import { dirname, join } from 'node:path/posix';
import { toAnchor } from './markdown-to-html.ts';
import type { SearchDocument } from './browser/search-index.ts';

/** A page of the site, before it becomes HTML. */
export interface SitePage {
  /** Its place in the site, without an extension: `integrate/quickstart`. */
  readonly path: string;
  /**
   * Begins with its title, `# Quickstart`. A link to another page is `site:errors/not_found`, or, in a page of the repository, the
   * relative path of a file.
   */
  readonly markdown: string;
  /** The file of the repository that it shows, to which its links are relative: `docs/integrate/quickstart.md`. */
  readonly source?: string;
}

/** A group of the navigation. */
export interface PageGroup {
  readonly title: string;
  /** The purpose of the group in one sentence, for programs that choose a page (llms.txt). */
  readonly summary: string;
  /** True if llms-full.txt has the pages: those about the API and its guides. */
  readonly isOfApi?: boolean;
  /** In the order of the navigation. */
  readonly pages: readonly SitePage[];
  /** Pages that the navigation does not list, because a page of the group does. */
  readonly furtherPages?: readonly SitePage[];
}

/** The title of a page: its first heading, without marks. */
export function titleOf({ path, markdown }: SitePage): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error(`The page ${path} has no title.`);
  return title.replaceAll('`', '');
}

/** The first paragraph of a page, as plain text. '' if the page begins with something else. Code before it, such as a path, is left out. */
export function summaryOf({ markdown }: SitePage): string {
  const paragraph = /^# .+\n\n(?:```[^]*?\n```\n\n)?((?:(?!#|\||<|- |```)[^\n]+\n?)+)/m.exec(markdown)?.[1] ?? '';
  return paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/(?<!\w)_([^_]+)_(?!\w)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

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

/** The targets of links. */
export interface LinkTargets {
  /** The paths of all pages. */
  readonly paths: ReadonlySet<string>;
  /** The page that shows a file of the repository, or `file:` and the name of its copy in the site. */
  readonly shownBy: ReadonlyMap<string, string>;
}

/** Returns the address of a page or of a file of the site, as the linking page writes it. */
type AddressOf = (target: { readonly path: string; readonly isPage: boolean }) => string;

// Matches code before links, because link syntax inside code is not a link.
const link = /`[^`\n]*`|\[((?:`[^`]*`|[^[\]`])+)\]\(([^)\s]+)\)/g;

/**
 * Returns the Markdown of a page with the addresses of the pages that it links to. A link to a file of the repository that the site does
 * not show becomes its text. Throws if a page of the site does not exist.
 */
export function linkPages(page: SitePage, targets: LinkTargets, addressOf: AddressOf): string {
  // Every second part is a fenced block, which stays as it is.
  return page.markdown
    .split(/(^ *```[^]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(link, linked)))
    .join('');

  function linked(whole: string, text?: string, target = ''): string {
    if (text === undefined || /^(?:https?:|mailto:|#)/.test(target)) return whole;
    const [place = '', anchor] = target.split('#');
    const end = anchor === undefined ? '' : `#${anchor}`;
    const found = /^(?:site|file):/.test(place) ? place.replace(/^site:/, '') : shownAt(page, place, targets);
    if (found === undefined) return text;
    const [, file] = found.split('file:');
    if (file !== undefined) return `[${text}](${addressOf({ path: file, isPage: false })})`;
    const path = found;
    if (!targets.paths.has(path)) throw new Error(`${page.path} links to ${target}, which is not in the site.`);
    return `[${text}](${addressOf({ path, isPage: true })}${end})`;
  }
}

function shownAt({ source = '' }: SitePage, place: string, { shownBy }: LinkTargets): string | undefined {
  return shownBy.get(join(dirname(source), place).replace(/\/$/, ''));
}

/** Returns the address of `to` relative to the folder of `from`; both are paths of the site. */
export function relativeAddress(from: string, to: string): string {
  return `${upFrom(from)}${to}`;
}

/** Returns the way from the folder of a page to the folder of the site: '' or '../' and so on. */
export function upFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}
