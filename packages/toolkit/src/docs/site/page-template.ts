import { escapeHtml } from './markup.ts';
import { type PageGroup, type SitePage, summaryOf, titleOf, upFrom } from './site-page.ts';
import { type Heading, markdownToHtml } from './markdown-to-html.ts';

/** The navigation of the site as HTML. The group of the current page is open. */
function navigationOf(groups: readonly PageGroup[], { current, up }: { current: SitePage; up: string }): string {
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

/** For hosts of static files that send no policy. The service sends the same policy as a header. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

interface PageTemplate {
  /** The title of the site. */
  readonly site: string;
  readonly page: SitePage;
  /** The Markdown of the page with its links. */
  readonly markdown: string;
  readonly groups: readonly PageGroup[];
  /** The address of the site's folder, for a page that is sent at any address and has no Markdown copy. Default: relative to the page. */
  readonly folder?: string;
}

/** A complete page of HTML. It loads the style and the scripts of the site, and works without a script. */
export function pageHtml({ site, page, markdown, groups, folder }: PageTemplate): string {
  const { html, headings } = markdownToHtml(markdown);
  const up = folder ?? upFrom(page.path);
  const name = page.path.split('/').at(-1) ?? '';
  const title = page.path === 'index' ? titleOf(page) : `${titleOf(page)} · ${site}`;
  const scripts = html.includes('class="console"') ? ['site', 'console'] : ['site'];
  const copy = folder === undefined ? `${name}.md` : undefined;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${escapeHtml(summaryOf(page))}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${up}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}assets/site.css">${copy === undefined ? '' : `\n<link rel="alternate" href="${copy}" type="text/markdown">`}
${scripts.map((script) => `<script type="module" src="${up}assets/${script}.js"></script>`).join('\n')}
</head>
<body data-up="${up}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="${up}index.html"><img src="${up}assets/icon.svg" alt="" width="24" height="24">${escapeHtml(site)}</a>
<button type="button" class="search-button" hidden>Search <kbd>/</kbd></button>
<button type="button" class="menu-button" popovertarget="navigation">Menu</button>
</header>
<div class="columns${html.includes('class="with-code"') ? ' wide-page' : ''}">
<nav id="navigation" class="navigation" aria-label="Pages" popover>${navigationOf(groups, { current: page, up })}</nav>
<main id="content">
${html}
<footer>${neighbours(page, groups, up)}${copy === undefined ? '' : `<p class="as-text"><a href="${copy}">This page as Markdown</a></p>`}</footer>
</main>
${contentsOf(headings)}
</div>
</body>
</html>
`;
}

/** Links to the previous and the next page of the navigation. */
function neighbours(page: SitePage, groups: readonly PageGroup[], up: string): string {
  const all = groups.flatMap(({ pages }) => pages);
  const index = all.indexOf(page);
  if (index < 0) return '';
  const linkTo = (label: string, other: SitePage | undefined) =>
    other
      ? `<a href="${up}${other.path}.html"><span>${label}</span>${escapeHtml(titleOf(other))}</a>`
      : '<span></span>';
  return `<nav class="neighbours" aria-label="Neighbouring pages">${linkTo('Previous', all[index - 1])}${linkTo('Next', all[index + 1])}</nav>`;
}

/** The headings of a long page. */
function contentsOf(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 4) return '';
  const links = shown.map(({ level, anchor, text }) => {
    return `<li class="level-${level}"><a href="#${anchor}">${text.replaceAll(/<\/?a\b[^>]*>/g, '')}</a></li>`;
  });
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav>`;
}
