import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../packages', import.meta.url));

/** Returns the tarball of a package and those of the packages of this repository that it needs, as `npm run pack` writes them. */
export function findTarballs(name: string, folder: string): string[] {
  return needed(name).map((each) => {
    const [tarball] = globSync(`booking-service-${each}-*.tgz`, { cwd: folder });
    if (tarball === undefined) throw new Error(`npm packed no ${each}.`);
    return join(folder, tarball);
  });
}

/** Returns a package with the packages of this repository that it needs, directly or through others. */
function needed(name: string): string[] {
  const manifest = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  const own = Object.keys(manifest.dependencies ?? {}).filter((each) => each.startsWith('@booking-service/'));
  return [...new Set([name, ...own.flatMap((each) => needed(each.replace('@booking-service/', '')))])];
}
