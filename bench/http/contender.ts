/** One contender in a process of its own: `contender.ts NAME FOLDER` listens, and prints where and with which key. */
import { listenBareExpress, listenExpressValidator } from './express.ts';
import { listenFastify } from './fastify.ts';
import { listenOurs } from './ours.ts';

/** Where a contender listens, and the key it wants. */
export interface Listening {
  readonly url: string;
  readonly key: string;
}

const contenders: Readonly<Record<string, () => Promise<Listening>>> = {
  'ours, in memory': () => listenOurs(),
  'ours, SQLite': () => listenOurs(process.argv[3]),
  fastify: listenFastify,
  'express bare': listenBareExpress,
  'express + validator': listenExpressValidator,
};

const listen = contenders[process.argv[2] ?? ''];
if (!listen) throw new Error(`No contender is called ${process.argv[2]}.`);
process.stdout.write(`${JSON.stringify(await listen())}\n`);
