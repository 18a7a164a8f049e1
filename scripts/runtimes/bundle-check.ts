import { build } from 'esbuild';
import type { Check } from './check.ts';

/**
 * Bundles the check with the installed package, for a runtime without Node's modules. The result is a module that exports `run`,
 * or a script that sets the global `checked` with the function `run`. `run` resolves with the result of the check.
 */
export async function bundleCheck({ folder, name, service }: Check, format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { check } from './${name}/check.mjs';
        export const run = () => check(${JSON.stringify(service)});`,
      resolveDir: folder,
    },
    bundle: true,
    format,
    globalName: 'checked',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
