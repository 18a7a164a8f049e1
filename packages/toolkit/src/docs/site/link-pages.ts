import { dirname, join } from 'node:path/posix';
import type { SitePage } from './site-page.ts';

/** The targets of links. */
export interface LinkTargets {
  /** The paths of all pages. */
  readonly paths: ReadonlySet<string>;
  /** The page that shows a file of the repository, or `file:` and the name of its copy in the site. */
  readonly shownBy: ReadonlyMap<string, string>;
}

/** Returns the address of a page or of a file of the site, as the linking page writes it. */
export type AddressOf = (target: { readonly path: string; readonly isPage: boolean }) => string;

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
