import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { gatedContracts } from './gate/contracts.ts';
import { diff } from './gate/diff.ts';
import { policyTable } from './gate/policy-table.ts';

const usage = `Usage: contract diff [--contract NAME] [--base FILE] [--revision FILE] [--declared FILE] [--policy]

Compares each contract of toolkit.config.ts with its last released form, prints every change, and refuses changes that could break
the other side. Exits with 0 if every breaking change is declared; with 1 if one is not, or a declaration is out of date.

  --contract <NAME>  compares one contract
  --base, --revision, --declared <FILE>  other files than those of the configuration
  --policy           prints the verdict of each kind of change`;

/** Runs the command line `contract …` in the current folder. */
export async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(usage);
  try {
    await run(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}

async function run(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      contract: { type: 'string' },
      base: { type: 'string' },
      revision: { type: 'string' },
      declared: { type: 'string' },
      policy: { type: 'boolean', default: false },
    },
  });
  if (positionals.join(' ') !== 'diff') throw new Error(usage);
  const root = process.cwd();
  const config = await loadConfig(root);
  const contracts = gatedContracts(config, root);
  if (values.policy) {
    process.stdout.write(policyTable(contracts));
    return;
  }
  const isOne = values.base !== undefined || values.revision !== undefined;
  const only = values.contract ?? (isOne ? contracts[0]?.name : undefined);
  const compared = contracts.map((contract) => ({
    ...contract,
    released: resolve(values.base ?? contract.released),
    bundle: resolve(values.revision ?? contract.bundle),
  }));
  const { output, errors, isRefused } = diff(compared, {
    declared: values.declared ?? join(root, config.declared),
    only,
  });
  process.stdout.write(output);
  process.stderr.write(errors);
  if (isRefused) process.exitCode = 1;
}
