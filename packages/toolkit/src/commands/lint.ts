import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { namedContracts, type Profile } from '../config.ts';
import { unroutedPlugin } from '../lint/profile.ts';
import { bundle, runRedocly, withRedoclyConfig } from '../document/bundle.ts';
import { isJsonObject } from '../document/bundled-contract.ts';
import { isPlain } from '../document/normalize.ts';
import { currentProject, print, readArgs, type Command } from './command.ts';

const usage = `Usage: contract lint [--contract NAME] [--format FORMAT]

Checks each contract of toolkit.config.ts by the rules of its profile. Without blocks it is basic: what makes generated files wrong.
With blocks, the rules compare them with the operations, too. Exits with 1 if a rule reports a problem.

  --contract <NAME>  checks one contract
  --format <FORMAT>  the output of Redocly: codeframe (default), stylish, json, github-actions, checkstyle …`;

/** The profile of a document that names none: `basic` if it has no blocks. A document that cannot be read is reported by Redocly. */
async function usualProfile(document: string, root: string): Promise<Profile> {
  try {
    const read: unknown = parse(await readFile(join(root, document), 'utf8'));
    const isPaths =
      isJsonObject(read) &&
      Object.values(isJsonObject(read['paths']) ? read['paths'] : {}).some(
        (item) => isJsonObject(item) && typeof item['$ref'] === 'string',
      );
    if (!isJsonObject(read) || !isPlain(read)) return 'recommended';
    // The blocks of an operation may be in another file.
    return isPaths && !isPlain(JSON.parse(await bundle({ document }, root))) ? 'recommended' : 'basic';
  } catch {
    return 'basic';
  }
}

export const lintCommand: Command = {
  summary: 'checks each contract, its behavior included',
  usage,
  async run(args) {
    const flags = { contract: { type: 'string' }, format: { type: 'string' } } as const;
    const { values } = readArgs(args, { flags, usage });
    const { root, config } = await currentProject();
    const { format = 'codeframe' } = values;
    const codes = await Promise.all(
      namedContracts(config, { root, only: values.contract }).map(async ([name, { document, lint = {} }]) => {
        const profile = lint.profile ?? (await usualProfile(document, root));
        const checked = { ...lint, profile, plugins: [...(lint.plugins ?? []), unroutedPlugin] };
        const { code, stdout, stderr } = await withRedoclyConfig(checked, root, (file) =>
          runRedocly(['lint', document, '--config', file, '--format', format], { cwd: root }),
        );
        process.stdout.write(stdout);
        if (code !== 0) process.stderr.write(stderr);
        else if (format === 'codeframe' || format === 'stylish')
          print(`The ${name} contract, ${document}, has no problem.`);
        return code;
      }),
    );
    return Math.max(...codes) > 0 ? 1 : 0;
  },
};
