/**
 * Runs one candidate in its own process: `candidate.ts NAME FOLDER`. It sends its address and key to the parent process, and then, for
 * each message, how much CPU time it has used.
 */
import { createRequire } from 'node:module';
import { operationTable } from '@booking-service/contract';
import type { CpuTime } from './request.ts';

/** Adds operations like getBooking to the contract of this process up to a number. Call it before the server is loaded. */
async function addOperations({ until }: { until: number }): Promise<void> {
  const table: Record<string, object> = operationTable;
  // Node keeps one object per file, so the server reads the changed document.
  const { paths } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
    paths: Record<string, { get?: object; post?: object }>;
  };
  for (let index = Object.keys(table).length; index < until; index += 1) {
    const isRead = index % 2 === 0;
    const path = isRead ? `/v1/things_${index}/{id}` : `/v1/bookings/{id}/things_${index}`;
    const [row, get] = [operationTable.getBooking, paths['/v1/bookings/{id}']?.get ?? {}];
    paths[path] = { get };
    table[`operation${index}`] = { ...row, path };
  }
  // @boundaries-ignore the library does not export its compiled contract
  const { publicContract } = await import('../../packages/server/src/generated/public-contract.ts');
  for (const operationId of Object.keys(table))
    if (!Object.hasOwn(publicContract, operationId))
      Object.assign(publicContract, { [operationId]: publicContract['getBooking'] });
  // Loading the handlers loads parts of the server, so the contract is changed before.
  // @boundaries-ignore the library does not export its handlers
  const handlers = (await import('../../packages/server/src/operations/index.ts')).operations;
  for (const operationId of Object.keys(table))
    if (!Object.hasOwn(handlers, operationId)) Object.assign(handlers, { [operationId]: handlers.getBooking });
}

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
