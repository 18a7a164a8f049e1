import { escapeHtml } from './escape-html.ts';
import { titleOf, type PageGroup, type SitePage } from './site-page.ts';

/** The navigation of the site as HTML. The group of the current page is open. */
export function navigationOf(groups: readonly PageGroup[], { current, up }: { current: SitePage; up: string }): string {
  return groups.map(groupHtml).join('');

  function groupHtml({ title, pages, furtherPages = [] }: PageGroup): string {
    const isOpen = [...pages, ...furtherPages].includes(current);
    const links = pages.map((page) => {
      const mark = page === current ? ' aria-current="page"' : '';
      return `<li><a href="${up}${page.path}.html"${mark}>${escapeHtml(shortTitle(page, title))}</a></li>`;
    });
    return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${links.join('')}</ul></details>`;
  }
}

/** The title without the name of its group in front. */
function shortTitle(page: SitePage, group: string): string {
  const title = titleOf(page);
  const short = title.replace(/^[A-Z]\w+: /, '');
  return short === title || !group.startsWith(title.slice(0, title.indexOf(':'))) ? title : short;
}
