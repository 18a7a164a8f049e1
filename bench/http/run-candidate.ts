import type { CpuTime, Listening } from './listening.ts';

/** Candidates by name. Each keeps its data in memory, or in the folder that it is given. */
export type Candidates = Readonly<Record<string, (folder: string) => Promise<Listening>>>;

/**
 * Runs the candidate that the arguments of this process name: `NAME FOLDER`. It sends its address and key to the parent process, and
 * then, for each message, how much CPU time it has used.
 */
export async function runCandidate(candidates: Candidates): Promise<void> {
  const [, , name = '', folder = ''] = process.argv;
  const listen = candidates[name];
  if (!listen) throw new Error(`Unknown candidate ${name}. Name one of: ${Object.keys(candidates).join(', ')}.`);

  const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
  process.on('message', () => {
    const used: CpuTime = { thread: sum(process.threadCpuUsage()), process: sum(process.cpuUsage()) };
    process.send?.(used);
  });
  process.send?.(await listen(folder));
}
