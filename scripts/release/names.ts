import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPublishedPackages } from '../packages/list-packages.ts';

/** Returns deploy/kubernetes.yaml with the image of this version and the Job that migrates to it, or Chart.yaml with this version. */
export function nameImage(text: string, version: string): string {
  return text
    .replaceAll(/(?<=\bimage: booking-service:|^(?:version|appVersion): )\S+/gm, version)
    .replace(/(?<=\bname: booking-service-migrate-)\S+/, version.replaceAll(/[^0-9a-z]/g, '-'));
}

const root = fileURLToPath(new URL('../..', import.meta.url));

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
