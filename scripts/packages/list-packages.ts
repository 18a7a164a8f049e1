import { globSync, readFileSync } from 'node:fs';
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

export interface Workspace {
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
