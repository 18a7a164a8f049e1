/**
 * The thread that does all writing; started by writer.ts, told the database's file.
 * It takes lists of calls. What comes while a commit is under way waits in the port, and makes the next group.
 * On `close` it commits what is left and ends.
 */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { boundLog } from '../file/bound-log.ts';
import { createDiskFault } from '../file/disk-fault.ts';
import { commitTogether, type WriteCall } from './group-commit.ts';
import { sqliteStatements } from '../sqlite-statements.ts';

/** The most calls of one transaction: it bounds how long the first of them waits for the last. */
const largestGroup = 128;

export type WriterMessage = readonly WriteCall[] | 'close';

if (!parentPort) throw new Error('write-thread runs as a worker thread only: openSqliteStore starts it.');
const port = parentPort;
// Given by writer.ts, which names the file.
const db = new DatabaseSync(String(workerData), { enableForeignKeyConstraints: true });
// FULL: a commit that was answered survives a power cut, not only a crash of the process.
db.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL');
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
    port.postMessage(await commitTogether(waiting.splice(0, largestGroup), { db, statements, fault }));
  }
  working = false;
  if (!closing) return;
  db.close();
  port.close();
}

function gather(): void {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    // writer.ts sends nothing else.
    take(next.message as WriterMessage);
  }
}

function take(message: WriterMessage): void {
  if (message === 'close') closing = true;
  else waiting.push(...message);
}
