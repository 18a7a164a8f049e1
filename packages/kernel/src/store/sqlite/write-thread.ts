/**
 * The thread that makes all writes. It loads the service's module of statements by its URL. It opens the database that writer.ts names,
 * and receives lists of calls. Calls that arrive during a commit form the next group. On `close` it commits the remaining calls and
 * closes the database. Then it can open another.
 */
import { DatabaseSync } from './node-sqlite.ts';
import { MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createDiskFault, limitLogSize } from './file.ts';
import { commitTogether, type WriteCall, type WriteResult } from './group-commit.ts';

/** The exports of a module of statements. */
interface StatementsModule {
  readonly sqliteStatements: (db: DatabaseSync) => { readonly writes: object };
}

/** The maximum of calls in one transaction. It limits how long the first call waits for the last. */
const maxGroup = 128;

export type WriterMessage = { readonly open: string } | readonly WriteCall[] | 'close';
export type WriterReply = readonly WriteResult[] | 'closed';

if (!parentPort) throw new Error('write-thread.ts runs only as a worker thread. Use startWriter, which starts it.');
const port = parentPort;
/** The port of Deno is of another kind: its messages come as events only. */
const canGather = port instanceof MessagePort;
// writer.ts passes the URL of such a module.
const { sqliteStatements } = (await import(String(workerData))) as StatementsModule;
const waiting: WriteCall[] = [];
let database: ReturnType<typeof openForWrites> | undefined;
let working = false;
let closing = false;

port.on('message', (message: WriterMessage) => {
  take(message);
  void work();
});

function openForWrites(file: string) {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  // With FULL, a returned commit survives a power cut.
  // secure_delete overwrites what a change replaces with zeros, so that an erased person does not stay in free pages.
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
  limitLogSize(db);
  return { db, writes: sqliteStatements(db).writes, fault: createDiskFault(db) };
}

async function work(): Promise<void> {
  if (working || !database) return;
  working = true;
  for (gather(); waiting.length > 0; gather()) {
    reply(await commitTogether(waiting.splice(0, maxGroup), database));
  }
  working = false;
  if (!closing) return;
  database.db.close();
  database = undefined;
  closing = false;
  reply('closed');
}

/** Takes the messages that arrived during a commit. */
function gather(): void {
  if (!canGather) return;
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    // writer.ts sends no other messages.
    take(next.message as WriterMessage);
  }
}

function take(message: WriterMessage): void {
  if (message === 'close') closing = true;
  else if ('open' in message) database = openForWrites(message.open);
  else waiting.push(...message);
}

function reply(message: WriterReply): void {
  port.postMessage(message);
}
