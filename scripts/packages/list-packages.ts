import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The fields of a package.json that the scripts use. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node?: string };
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly keywords?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Workspace {
  /** From the root of the repository. */
  readonly folder: string;
  readonly manifest: Manifest;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns every workspace of the repository, in the order of their folders. */
export function listWorkspaces(): Workspace[] {
  // npm validates this file.
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: readonly string[];
  };
  const files = globSync(
    workspaces.map((folder) => `${folder}/package.json`),
    { cwd: root },
  );
  return files.toSorted().map((file) => ({
    folder: dirname(file).replaceAll('\\', '/'),
    manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest,
  }));
}

/** Returns the workspaces that are published: those that are not private. */
export function listPublishedPackages(): Workspace[] {
  return listWorkspaces().filter(({ manifest }) => manifest.private !== true);
}

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

/** Returns deploy/kubernetes.yaml with the image of this version and the Job that migrates to it, or Chart.yaml with this version. */
export function nameImage(text: string, version: string): string {
  return text
    .replaceAll(/(?<=\bimage: booking-service:|^(?:version|appVersion): )\S+/gm, version)
    .replace(/(?<=\bname: booking-service-migrate-)\S+/, version.replaceAll(/[^0-9a-z]/g, '-'));
}

/** The variables with which GitHub names the repository of a workflow. */
interface Environment {
  readonly GITHUB_SERVER_URL?: string;
  readonly GITHUB_REPOSITORY?: string;
}

/**
 * Writes `repository`, `homepage` and `bugs` into the manifest of every published package. The sources do not name a repository,
 * so a fork publishes its own; npm accepts a provenance only if the manifest names the repository that built the package. Changes
 * nothing outside a workflow.
 */
export function nameRepository({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: Environment): void {
  if (server === undefined || repository === undefined) return;
  const url = `${server}/${repository}`;
  for (const { folder, manifest } of listPublishedPackages()) {
    const named = {
      ...manifest,
      repository: { type: 'git', url: `git+${url}.git`, directory: folder },
      homepage: `${url}/tree/main/${folder}#readme`,
      bugs: `${url}/issues`,
    };
    writeFileSync(join(root, folder, 'package.json'), `${JSON.stringify(named, null, 2)}\n`);
  }
}
