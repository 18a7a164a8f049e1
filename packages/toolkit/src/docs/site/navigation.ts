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

/** The title without what the group and the site say already. */
function shortTitle(page: SitePage, group: string): string {
  if (page.path === 'index') return 'Start';
  const title = titleOf(page).replace(/^@[\w-]+\//, '');
  const [before = '', after] = title.split(/: (.+)/);
  return after !== undefined && group.startsWith(before) ? after.charAt(0).toUpperCase() + after.slice(1) : title;
}
