import { spawnSync } from 'node:child_process';
import { type ContractConfig, namedContracts } from '../config.ts';
import { bundle } from '../document/bundle.ts';
import { listMutants } from '../generate/contract-mutants.ts';
import { generate } from '../project/generate.ts';
import { currentProject, print, readArgs, UsageError, type Command } from './command.ts';

const usage = `Usage: contract mutate --run COMMAND [--contract NAME] [--only TEXT] [--shard K/N]
       contract mutate --list

Tests the tests of a service. States one behavior of the contract differently, such as a limit, a transition or a scope, generates the
service from it, and runs the command, which must fail; without a change it must succeed. The sources do not change, and at the end the generated files are restored.

  --run COMMAND    the tests, as a line for the shell
  --contract NAME  a contract of toolkit.config.ts. Default: the first
  --only TEXT      the changes whose names contain the text
  --shard K/N      each Nth change, from the Kth
  --list           prints the changes, and runs nothing

Exits with 1 if the command succeeds with a changed behavior.`;

export const mutateCommand: Command = {
  summary: 'changes one behavior at a time and runs the tests, which must fail',
  usage,
  async run(args) {
    const flags = {
      run: { type: 'string' },
      contract: { type: 'string' },
      only: { type: 'string' },
      shard: { type: 'string' },
      list: { type: 'boolean' },
    } as const;
    const { values } = readArgs(args, { flags, usage });
    const [, shard, shards] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(values.shard ?? '1/1') ?? [];
    if (!shards || (values.run === undefined) === !values.list) throw new UsageError(usage);
    const project = await currentProject();
    const [named] = namedContracts(project.config, { root: project.root, only: values.contract });
    if (!named) throw new UsageError('toolkit.config.ts has no contract.');
    const [, first] = named;
    const texts = new Map<ContractConfig, Promise<string>>();
    const read = (contract: ContractConfig) => {
      const text = texts.get(contract) ?? bundle(contract, project.root);
      texts.set(contract, text);
      return text;
    };
    const document = JSON.parse(await read(first));
    const mutants = listMutants(document)
      .filter(({ name }) => name.includes(values.only ?? ''))
      .filter((_, index) => index % Number(shards) === Number(shard) - 1);
    if (values.list) {
      for (const { name } of mutants) print(name);
      return 0;
    }

    const write = (mutated?: string) =>
      generate({
        ...project,
        isCheck: false,
        keepSources: true,
        bundled: async (contract) => (contract === first && mutated !== undefined ? mutated : await read(contract)),
      });
    const fails = () => spawnSync(values.run ?? '', { cwd: project.root, shell: true, stdio: 'ignore' }).status !== 0;
    let survived = 0;
    try {
      await write();
      if (fails()) throw new UsageError('The command fails without a change, so it shows nothing. Correct it first.');
      for (const { name, apply } of mutants) {
        await write(`${JSON.stringify(apply(document), null, 2)}\n`);
        const isKilled = fails();
        if (!isKilled) survived += 1;
        print(`${isKilled ? 'killed  ' : 'survived'}  ${name}`);
      }
    } finally {
      await write();
    }
    print(`${mutants.length - survived} of ${mutants.length} changes made the command fail.`);
    return survived > 0 ? 1 : 0;
  },
};
