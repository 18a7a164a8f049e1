import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';

/**
 * The contracts besides the public one, and the workflows, as files of the site. A workflow names its contracts by relative addresses,
 * which are the same here as in the repository.
 */
export function contractFiles(root: string): Record<string, string> {
  const workflows = globSync('openapi/workflows/*.yaml', { cwd: root }).toSorted();
  return {
    'admin.yaml': contractText(root, 'admin'),
    'provider.yaml': contractText(root, 'provider'),
    'card-service.yaml': contractText(root, 'card-service'),
    ...Object.fromEntries(
      workflows.map((file) => [`workflows/${basename(file)}`, readFileSync(join(root, file), 'utf8')]),
    ),
  };
}

function contractText(root: string, name: 'admin' | 'provider' | 'card-service'): string {
  const text = readFileSync(join(root, `packages/contract/src/generated/${name}.json`), 'utf8');
  // The admin server has an address of its own.
  const contract: unknown = JSON.parse(text.replaceAll(/\{?base_url\b/g, (found) => found.replace('base', 'admin')));
  return stringify(contract, { aliasDuplicateObjects: false });
}
