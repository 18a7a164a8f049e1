import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { HostCommand } from './start-host.ts';

const node = process.execPath;

/** Prepares the program of a framework in its project. Returns the command that starts it on a port. */
export type Prepare = (folder: string, workerd: string) => (port: string) => HostCommand;

const program =
  (file: string): Prepare =>
  () =>
  () => [node, file];

/** The receivers of the guide, by their framework. */
export const receivers: Readonly<Record<string, Prepare>> = {
  'node:http': program('receive.ts'),
  'Express 5': program('express.ts'),
  'Express 4': (folder) => {
    const source = readFileSync(join(folder, 'express.ts'), 'utf8');
    writeFileSync(join(folder, 'express4.ts'), source.replace("from 'express'", "from 'express4'"));
    return () => [node, 'express4.ts'];
  },
  Fastify: program('fastify.ts'),
  Hono: program('hono.ts'),
  'Next.js': () => () => [node, 'node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1'],
  NestJS: program('nest/src/main.js'),
  Lambda: (folder) => {
    writeFileSync(join(folder, 'gateway.ts'), gateway);
    return () => [node, 'gateway.ts'];
  },
  Workers: prepareWorker,
};

/** Calls the function as a function URL of Lambda does. */
const gateway = `import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { handler } from './lambda.ts';

createServer(async (req, res) => {
  const body = (await buffer(req)).toString('base64');
  const result = await handler({ headers: req.headers as Record<string, string>, body, isBase64Encoded: true });
  res.writeHead(result.statusCode, result.headers).end(result.body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
`;

function prepareWorker(folder: string, workerd: string): (port: string) => HostCommand {
  buildSync({
    entryPoints: [join(folder, 'worker.ts')],
    outfile: join(folder, 'worker.js'),
    bundle: true,
    format: 'esm',
    logLevel: 'error',
  });
  return (port) => {
    const worker = `(
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01",
      compatibilityFlags = ["nodejs_compat"],
      bindings = [(name = "BOOKING_WEBHOOK_SECRET", fromEnvironment = "BOOKING_WEBHOOK_SECRET")],
    )`;
    const config = `using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (
        services = [(name = "main", worker = ${worker})],
        sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
      );`;
    writeFileSync(join(folder, 'worker.capnp'), config);
    return [workerd, 'serve', 'worker.capnp'];
  };
}
