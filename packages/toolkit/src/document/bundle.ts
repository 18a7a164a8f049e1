import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withProseValues } from './prose-values.ts';
import { runRedocly } from './redocly.ts';
import { usedComponents } from './used-components.ts';

export interface DocumentFiles {
  /** The OpenAPI document. It may refer to other files. */
  readonly document: string;
  /** The configuration of Redocly, with its preprocessors. */
  readonly config: string;
}

/** Returns a document with all files that it refers to as one JSON text, with the values that its texts name, and without components that nothing refers to. */
export async function bundle({ document, config }: DocumentFiles, root: string): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-'));
  const output = join(folder.path, 'openapi.json');
  await runRedocly(['bundle', document, '--config', config, '--output', output], { cwd: root });
  const bundled = withProseValues<object>(JSON.parse(await readFile(output, 'utf8')));
  return `${JSON.stringify({ ...bundled, components: usedComponents(bundled) }, null, 2)}\n`;
}
