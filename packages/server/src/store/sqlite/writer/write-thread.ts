/**
 * The thread that makes all writes. writer.ts starts it with the path of the database.
 * It receives lists of calls. Calls that arrive during a commit form the next group.
 * On `close` it commits the remaining calls and ends.
 */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { boundLog } from '../file/bound-log.ts';
import { createDiskFault } from '../file/disk-fault.ts';
import { commitTogether, type WriteCall } from './group-commit.ts';
import { sqliteStatements } from '../sqlite-statements.ts';

/** The maximum of calls in one transaction. It limits how long the first call waits for the last. */
const maxGroup = 128;

export type WriterMessage = readonly WriteCall[] | 'close';

if (!parentPort) throw new Error('write-thread.ts runs only as a worker thread. Use openSqliteStore, which starts it.');
const port = parentPort;
// writer.ts passes the path.
const db = new DatabaseSync(String(workerData), { enableForeignKeyConstraints: true });
// With FULL, a returned commit survives a power cut.
// secure_delete overwrites what a change replaces with zeros, so that an erased guest does not stay in free pages.
db.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
boundLog(db);
const statements = sqliteStatements(db);
const fault = createDiskFault(db);
const waiting: WriteCall[] = [];
let working = false;
let closing = false;

port.on('message', (message: WriterMessage) => {
  take(message);
  void work();
});

async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (gather(); waiting.length > 0; gather()) {
    port.postMessage(await commitTogether(waiting.splice(0, maxGroup), { db, statements, fault }));
  }
  working = false;
  if (!closing) return;
  db.close();
  port.close();
}

function gather(): void {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    // writer.ts sends no other messages.
    take(next.message as WriterMessage);
  }
}

function take(message: WriterMessage): void {
  if (message === 'close') closing = true;
  else waiting.push(...message);
}
