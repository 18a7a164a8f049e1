import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LintConfig } from '../config.ts';
import { withProseValues } from './prose-values.ts';
import { runRedocly, withRedoclyConfig } from './redocly.ts';
import { usedComponents } from './used-components.ts';

export interface DocumentFiles {
  /** The OpenAPI document. It may refer to other files. */
  readonly document: string;
  /** The lint of the contract. Its preprocessors complete the document. */
  readonly lint?: LintConfig;
}

/**
 * Returns a document with all files that it refers to as one JSON text, with the values that its texts name, and without components
 * that nothing refers to.
 *
 * @throws if the document cannot be read. The error has the output of Redocly.
 */
export async function bundle({ document, lint = {} }: DocumentFiles, root: string): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-'));
  const output = join(folder.path, 'openapi.json');
  const { code, stderr } = await withRedoclyConfig(lint, root, (config) =>
    runRedocly(['bundle', document, '--config', config, '--output', output], { cwd: root }),
  );
  if (code !== 0) throw new Error(`Redocly cannot bundle ${document}.\n${stderr}`);
  const bundled = withProseValues<object>(JSON.parse(await readFile(output, 'utf8')));
  return `${JSON.stringify({ ...bundled, components: usedComponents(bundled) }, null, 2)}\n`;
}
