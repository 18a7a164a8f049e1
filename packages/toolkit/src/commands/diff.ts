import { join, resolve } from 'node:path';
import { declaredFile } from '../config.ts';
import { gatedContracts } from '../gate/contracts.ts';
import { diff } from '../gate/diff.ts';
import { policyTable } from '../gate/policy-table.ts';
import { currentProject, readArgs, type Command, UsageError } from './command.ts';

const usage = `Usage: contract diff [--contract NAME] [--base FILE] [--revision FILE] [--declared FILE] [--markdown] [--policy]
                     [--fail-on LEVEL]

Compares each contract of toolkit.config.ts with its last released form, prints every change, and refuses changes that could break
the other side. Exits with 0 if every breaking change is declared; with 1 if one is not, or a declaration is out of date. A warning
is a change after which only code that is generated anew differs.

  --contract <NAME>  compares one contract
  --base, --revision, --declared <FILE>  other files than those of the configuration
  --fail-on <LEVEL>  breaking (default), or warning: refuses undeclared warnings, too
  --markdown         prints a changelog for readers in the place of a line for each change
  --policy           prints the verdict of each kind of change`;

export const diffCommand: Command = {
  summary: 'refuses changes that break the other side of a released contract',
  usage,
  async run(args) {
    const flags = {
      contract: { type: 'string' },
      base: { type: 'string' },
      revision: { type: 'string' },
      declared: { type: 'string' },
      'fail-on': { type: 'string' },
      markdown: { type: 'boolean' },
      policy: { type: 'boolean' },
    } as const;
    const { values } = readArgs(args, { flags, usage });
    const { root, config } = await currentProject();
    if (values.policy) {
      const own = Object.values(config.contracts).map(({ laws }) => laws);
      process.stdout.write(policyTable(Object.assign({}, ...own)));
      return 0;
    }
    const { 'fail-on': failOn = 'breaking' } = values;
    if (failOn !== 'breaking' && failOn !== 'warning')
      throw new UsageError(`--fail-on is breaking or warning, and not ${failOn}.`);
    const contracts = gatedContracts(config, root);
    const isOne = values.base !== undefined || values.revision !== undefined;
    const compared = contracts.map((contract) => ({
      ...contract,
      released: resolve(values.base ?? contract.released),
      bundle: resolve(values.revision ?? contract.bundle),
    }));
    const { output, errors, isRefused } = diff(compared, {
      declared: values.declared ?? join(root, declaredFile(config)),
      isMarkdown: values.markdown === true,
      failOn,
      only: values.contract ?? (isOne ? contracts[0]?.name : undefined),
    });
    process.stdout.write(output);
    process.stderr.write(errors);
    return isRefused ? 1 : 0;
  },
};
