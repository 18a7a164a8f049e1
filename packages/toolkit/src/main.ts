import type { Command } from './commands/command.ts';

/** Each command is loaded when it runs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  generate: async () => (await import('./commands/generate.ts')).generateCommand,
  lint: async () => (await import('./commands/lint.ts')).lintCommand,
  add: async () => (await import('./commands/add.ts')).addCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  mock: async () => (await import('./commands/mock.ts')).mockCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  mutate: async () => (await import('./commands/mutate.ts')).mutateCommand,
  docs: async () => (await import('./commands/docs.ts')).docsCommand,
};

/** Runs the command line `contract …` in the current folder, and sets the exit code: 2 if the command could not run. */
export async function main(args: readonly string[]): Promise<void> {
  const [name = '', ...rest] = args;
  try {
    process.exitCode = await run(name, rest);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}

async function run(name: string, args: readonly string[]): Promise<number> {
  const isHelp = ['--help', '-h'].includes(name) || name === '';
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    const text = await overview();
    (isHelp && name !== '' ? console.log : console.error)(isHelp ? text : `There is no command ${name}.\n\n${text}`);
    return isHelp && name !== '' ? 0 : 2;
  }
  const command = await load();
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.usage);
    return 0;
  }
  return command.run(args);
}

async function overview(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(10)}${(await load()).summary}`),
  );
  return `Usage: contract COMMAND [--help]\n\nWorks on the contracts of toolkit.config.ts in the current folder.\n\n${rows.join('\n')}`;
}
