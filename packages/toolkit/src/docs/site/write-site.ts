import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface SiteAddresses {
  /** The address of the service. */
  readonly base_url: string;
  /** The address of the site. */
  readonly docs_url: string;
}

/** Writes the files of a site for a host of static files, with both addresses in them. */
export function writeSite(
  files: ReadonlyMap<string, string>,
  folder: string,
  { base_url, docs_url }: SiteAddresses,
): void {
  for (const [name, text] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replaceAll('{base_url}', base_url).replaceAll('{docs_url}', docs_url));
  }
}
