import type { Surroundings } from './surroundings.ts';

/** `booking sandbox`. The sandbox runs on after this resolves, until a signal stops it. */
export async function runSandbox(
  args: readonly string[],
  { name, environment, write, writeError }: Surroundings,
): Promise<number> {
  // Other commands do not load the server.
  const { runSandboxLine } = await import('@booking-service/server/sandbox');
  const { exitCode, text, warnings = [] } = await runSandboxLine(args, { name, environment });
  for (const warning of warnings) writeError(`Warning: ${warning}\n`);
  if (exitCode !== 0) {
    writeError(`${text}\n`);
    return exitCode;
  }
  write(`${text}\n`);
  if (!args.includes('--help') && !args.includes('-h')) write(nextSteps(name, args));
  return 0;
}

function nextSteps(name: string, args: readonly string[]): string {
  const [, folder] = / --data[ =](\S+)/.exec(` ${args.join(' ')}`) ?? [];
  const data = folder === undefined ? '' : ` --data ${folder}`;
  return `
In other terminals of this folder:

  ${name} listen --forward-to http://127.0.0.1:3000/webhooks${data}    # forwards every event to your receiver
  ${name} trigger booking.failed${data}    # makes a booking that fails
`;
}
