import { createHash } from 'node:crypto';

export interface PageParts {
  /** The page as Redoc built it. */
  readonly html: string;
  /** Added to its styles. */
  readonly css: string;
  /** What the page was made of: see isBuiltFrom. */
  readonly digest: string;
}

/** The only thing that Redoc would load from elsewhere: the logo beside "API docs by". */
const remoteLogo = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';
const localLogo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="12"><text x="0" y="10" font-family="sans-serif" font-size="11" fill="#2467f2">Redocly</text></svg>',
)}`;

/**
 * The page, complete in itself: it loads nothing, and its policy lets it load and run nothing but what it holds. Throws where
 * Redoc's page is not as it was known: a page with a hole is not written.
 */
export function finishPage({ html, css, digest }: PageParts): string {
  if (!html.includes(remoteLogo)) throw new Error(`Redoc's page has no ${remoteLogo}: see what it loads now.`);
  const local = html.replaceAll(remoteLogo, localLogo).replace('</head>', () => `<style>${css}</style></head>`);
  const meta = [
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(local)}">`,
    `<meta name="built-from" content="${digest}">`,
    '<meta name="referrer" content="no-referrer">',
  ];
  const finished = local.replace('<head>', () => ['<head>', ...meta].join('\n  '));
  if (finished === local) throw new Error("Redoc's page has no <head>: the policy has no place.");
  return finished;
}

/** Whether this page was made of what has this digest. */
export function isBuiltFrom(page: string, digest: string): boolean {
  return page.includes(`<meta name="built-from" content="${digest}">`);
}

/**
 * What the page may do. Its scripts and styles run by their hashes. What is relaxed: style attributes, which Redoc sets on
 * elements that it folds and highlights, and images and fonts that stand in the page itself.
 */
function policyOf(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashesOf('script', html).join(' ')}`,
    // The empty one is what Redoc's styles are added to.
    `style-src-elem ${[...hashesOf('style', html), hashOf('')].join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The hashes of all elements of this kind, each once. An element ends where a parser of HTML sees its end. */
function hashesOf(kind: 'script' | 'style', html: string): string[] {
  const elements = html.matchAll(/<(script|style)\b[^>]*>([^]*?)<\/\1>/g);
  return [...new Set([...elements].filter(([, name]) => name === kind).map(([, , text = '']) => hashOf(text)))];
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
