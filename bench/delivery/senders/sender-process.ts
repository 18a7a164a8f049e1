/** Runs one candidate: `sender-process.ts <candidate> <options>`. Its parent sends commands over IPC (open-bench.ts). */
import { openers, type CandidateName } from './candidates.ts';
import type { Order, Usage } from './other-senders.ts';

export type Command = { readonly name: 'start' | 'usage' } | { readonly name: 'add'; readonly order: Order };

/** The response to a command. */
export interface Response {
  readonly id: number;
  readonly usage?: Usage;
  readonly error?: string;
}

// open-bench.ts passes a name of the table, and its options as JSON.
const [, , name, options] = process.argv as [string, string, CandidateName, string];
const sender = await openers[name](JSON.parse(options));

process.on('message', ({ id, command }: { id: number; command: Command }) => {
  void execute(command).then(
    (usage) => respond({ id, usage }),
    (error: unknown) => respond({ id, error: String(error) }),
  );
});
respond({ id: 0, usage: ownUsage() });

async function execute(command: Command): Promise<Usage> {
  if (command.name === 'add') await sender.add(command.order);
  if (command.name === 'start') await sender.start();
  return (await sender.usage?.()) ?? ownUsage();
}

function ownUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpu_us: user + system, database_us: 0, peak_mb: Math.round(process.resourceUsage().maxRSS / 1_024) };
}

function respond(response: Response): void {
  process.send?.(response);
}
