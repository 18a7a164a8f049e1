import { flags as table, type FlagValues } from '@booking-service/conformance/flags';
import { Option } from 'commander';
import { defineCommand, type CreateCommand } from './define-command.ts';
import { StartError } from './start-error.ts';

/** booking-service conformance: the command of @booking-service/conformance, with its flags. */
export const conformance: CreateCommand = defineCommand<Readonly<Record<string, string>>>({
  name: 'conformance',
  summary: 'Checks a deployment, or any other implementation, against the rules of the interface',
  details:
    'Sends requests, receives webhooks and prints a verdict on each rule. It makes bookings and moves the clock of a sandbox: use a sandbox of its own, or a test key. Exits with 1 if a rule is broken, and with 2 if the check cannot begin: the address or the key is wrong.',
  example: '--url http://127.0.0.1:7420 --admin-url http://127.0.0.1:7422',
  flags: table.map(({ name, value, meaning }) => new Option(`--${name} <${value}>`, meaning)),
  settings: [],
  async run({ flags, environment }) {
    const given: FlagValues = Object.fromEntries(
      table.map(({ name }) => [name, flags[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]]),
    );
    // Other commands do not load the checks.
    const { runConformance } = await import('@booking-service/conformance');
    const { text, exitCode } = await runConformance(given, environment).catch((cause: unknown) => {
      throw new StartError(cause instanceof Error ? cause.message : String(cause), { exitCode: 2, cause });
    });
    if (exitCode === 1) throw new StartError(text, { isReport: true });
    return text;
  },
});
