import { namedContracts } from '../config.ts';
import { unroutedPlugin } from '../lint/profile.ts';
import { runRedocly, withRedoclyConfig } from '../document/bundle.ts';
import { currentProject, print, readArgs, type Command } from './command.ts';

const usage = `Usage: contract lint [--contract NAME] [--format FORMAT]

Checks each contract of toolkit.config.ts by the rules of its profile: those of OpenAPI, and those that compare the blocks of
behavior with the operations. Exits with 1 if a rule reports a problem.

  --contract <NAME>  checks one contract
  --format <FORMAT>  the output of Redocly: codeframe (default), stylish, json, github-actions, checkstyle …`;

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
        const checked = { ...lint, plugins: [...(lint.plugins ?? []), unroutedPlugin] };
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
