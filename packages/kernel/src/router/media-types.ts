/** Media types as a document states them, with parameters, suffixes and ranges, and as requests and responses have them. */
import { MIMEType } from 'node:util';

/** The reader of a body: it decides what is checked. */
export type Kind = 'json' | 'form' | 'multipart' | 'text' | 'bytes';

export interface MediaType {
  /** In lower case, without parameters. */
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Returns the parts of a media type; undefined if it is none. */
export function parseMediaType(text: string): MediaType | undefined {
  try {
    const { essence, params } = new MIMEType(text);
    return { essence, parameters: new Map([...params].map(([name, value]) => [name.toLowerCase(), value])) };
  } catch {
    return undefined;
  }
}

export function kindOf(essence: string): Kind {
  if (/^(?:application|text)\/json$|\+json$/.test(essence)) return 'json';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  if (essence === 'multipart/form-data') return 'multipart';
  return essence.startsWith('text/') ? 'text' : 'bytes';
}

/** The kinds of the media types that a range contains. */
export function kindsOf(essence: string): readonly Kind[] {
  if (!isRange(essence)) return [kindOf(essence)];
  if (essence === '*/*') return ['json', 'form', 'multipart', 'text', 'bytes'];
  if (essence.endsWith('+json')) return ['json'];
  if (essence === 'application/*') return ['json', 'form', 'bytes'];
  return essence === 'text/*' ? ['json', 'text'] : [essence === 'multipart/*' ? 'multipart' : 'bytes'];
}

export function isRange(essence: string): boolean {
  return essence.includes('*');
}

/** Returns how exactly a media type of the document names another one; 0 if it does not. */
function precision({ essence, parameters }: MediaType, sent: MediaType): number {
  const [type = '', subtype = ''] = sent.essence.split('/');
  if (essence !== sent.essence) {
    if (essence === '*/*') return 1;
    if (essence === `${type}/*`) return 2;
    return essence.startsWith(`${type}/*+`) && subtype.endsWith(essence.slice(type.length + 2)) ? 3 : 0;
  }
  let found = 5;
  for (const [name, value] of parameters) {
    // The bytes decide about a charset, not the name of the schema.
    if (name === 'charset') continue;
    const given = sent.parameters.get(name);
    if (given !== undefined && given !== value) return 0;
    found += given === undefined ? -0.01 : 1;
  }
  return found;
}

/** Returns the entry whose media type names `sent` most exactly. */
export function findMedia<Entry extends { readonly type: MediaType }>(
  entries: readonly Entry[],
  sent: MediaType,
): Entry | undefined {
  const rated = entries.map((entry) => ({ entry, rate: precision(entry.type, sent) }));
  return rated.filter(({ rate }) => rate > 0).toSorted((a, b) => b.rate - a.rate)[0]?.entry;
}
