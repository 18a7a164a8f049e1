import { createHash } from 'node:crypto';

export interface PageParts {
  /** The page that Redoc built. */
  readonly html: string;
  /** Added to its styles. */
  readonly css: string;
  /** The digest of the page's inputs. isBuiltFrom compares it. */
  readonly digest: string;
}

/** The only external file in Redoc's page: the logo beside "API docs by". */
const remoteLogo = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';
const localLogo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="12"><text x="0" y="10" font-family="sans-serif" font-size="11" fill="#2467f2">Redocly</text></svg>',
)}`;

/**
 * Makes the page self-contained: it loads no external files, and its content security policy allows only its own scripts and
 * styles. Throws if Redoc's page has changed, so that a page without the policy is never written.
 */
export function finishPage({ html, css, digest }: PageParts): string {
  if (!html.includes(remoteLogo))
    throw new Error(`Redoc's page does not load ${remoteLogo}. Check which external files it loads now.`);
  const local = html.replaceAll(remoteLogo, localLogo).replace('</head>', () => `<style>${css}</style></head>`);
  const meta = [
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(local)}">`,
    `<meta name="built-from" content="${digest}">`,
    '<meta name="referrer" content="no-referrer">',
  ];
  const finished = local.replace('<head>', () => ['<head>', ...meta].join('\n  '));
  if (finished === local) throw new Error("Redoc's page has no <head> for the content security policy.");
  return finished;
}

/** Whether the page was built from inputs with this digest. */
export function isBuiltFrom(page: string, digest: string): boolean {
  return page.includes(`<meta name="built-from" content="${digest}">`);
}

/**
 * The content security policy. It allows the page's scripts and styles by their hashes. It also allows style attributes, which
 * Redoc sets on elements that it folds and highlights, and images and fonts in data URLs.
 */
function policyOf(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashesOf('script', html).join(' ')}`,
    // Redoc adds its styles to an empty element.
    `style-src-elem ${[...hashesOf('style', html), hashOf('')].join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The hashes of all elements of this kind, without duplicates. An element ends at the first end tag, as in an HTML parser. */
function hashesOf(kind: 'script' | 'style', html: string): string[] {
  const elements = html.matchAll(/<(script|style)\b[^>]*>([^]*?)<\/\1>/g);
  return [...new Set([...elements].filter(([, name]) => name === kind).map(([, , text = '']) => hashOf(text)))];
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
