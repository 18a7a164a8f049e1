/**
 * Runs one candidate in its own process: `candidate.ts NAME FOLDER`. It sends its address and key to the parent process, and then, for
 * each message, how much CPU time it has used.
 */
import { addOperations } from './add-operations.ts';
import type { CpuTime } from './listening.ts';

const [, , name = '', folder = ''] = process.argv;
// Before the server is loaded, which reads the operations once.
if (name.endsWith('200 operations')) await addOperations({ until: 200 });
const { candidates } = await import('./candidates.ts');
const listen = candidates[name];
if (!listen) throw new Error(`Unknown candidate ${name}. Name one of: ${Object.keys(candidates).join(', ')}.`);

const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
process.on('message', () => {
  const used: CpuTime = { thread: sum(process.threadCpuUsage()), process: sum(process.cpuUsage()) };
  process.send?.(used);
});
process.send?.(await listen(folder));
