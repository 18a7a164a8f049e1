import { dirname, join } from 'node:path/posix';
import type { SitePage } from './site-page.ts';

/** What links may lead to. */
export interface LinkTargets {
  /** The paths of all pages. */
  readonly paths: ReadonlySet<string>;
  /** The page that shows a file of the repository. */
  readonly shownBy: ReadonlyMap<string, string>;
}

/** Returns the address of a page or of a file of the site, as the linking page writes it. */
export type AddressOf = (target: { readonly path: string; readonly isPage: boolean }) => string;

// Code first: what looks like a link in it is none.
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
    if (place.startsWith('file:'))
      return `[${text}](${addressOf({ path: place.slice('file:'.length), isPage: false })})`;
    const path = place.startsWith('site:') ? place.slice('site:'.length) : shownAt(page, place, targets);
    if (path === undefined) return text;
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
