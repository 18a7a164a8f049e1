/** Runs one candidate: `sender-process.ts <candidate> <options>`. Its parent sends commands over IPC (start-sender.ts). */
import { openers, type CandidateName } from './candidates.ts';
import type { Order } from './sender.ts';

export type Command = { readonly name: 'start' | 'usage' } | { readonly name: 'add'; readonly order: Order };

/** The response to a command. */
export interface Usage {
  /** CPU time of this process since it started, with all of its threads. */
  readonly cpu_us: number;
  readonly peak_mb: number;
  readonly error?: string;
}

// start-sender.ts passes a name of the table, and its options as JSON.
const [, , name, options] = process.argv as [string, string, CandidateName, string];
const sender = await openers[name](JSON.parse(options));

process.on('message', ({ id, command }: { id: number; command: Command }) => {
  void execute(command).then(
    () => process.send?.({ id, usage: usage() }),
    (error: unknown) => process.send?.({ id, usage: { ...usage(), error: String(error) } }),
  );
});
process.once('disconnect', () => process.exit());
process.send?.({ id: 0, usage: usage() });

async function execute(command: Command): Promise<void> {
  if (command.name === 'add') await sender.add(command.order);
  if (command.name === 'start') await sender.start();
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpu_us: user + system, peak_mb: Math.round(process.resourceUsage().maxRSS / 1_024) };
}
