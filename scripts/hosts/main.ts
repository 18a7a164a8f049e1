/**
 * Follows the guides on mounting and on receiving webhooks from the packed packages, each in an empty project: writes the programs, starts
 * each in its host, and sends it what a host could change on the way: requests for the service, or webhooks. Next.js and NestJS build
 * the project first.
 *
 * Reads   docs/build/mount-in-your-app.md, hosts.md and integrate/webhooks.md, the built packages (npm run build), scripts/tools/pinned.ts
 *         (installs the hosts)
 * Run     npm run verify -- hosts
 *         npm run verify -- hosts Bun NestJS    the hosts and receivers of these names only
 * Prints  one line for each program. Exits 1 if one fails. Needs Linux on x64.
 */
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { buildSync } from 'esbuild';
import {
  buildNest,
  buildNext,
  checkHost,
  checkReceiver,
  type Host,
  type HostCommand,
  openProject,
  sendHttp1,
  sendHttp2,
} from './check-host.ts';
import { installNpmTools } from '../tools/pinned.ts';

const nodeProgram = process.execPath;

/** Prepares the program of a framework in its project. Returns the command that starts it on a port. */
type Prepare = (folder: string, workerd: string) => (port: string) => HostCommand;

const program =
  (file: string): Prepare =>
  () =>
  () => [nodeProgram, file];

/** The receivers of the guide, by their framework. */
const receivers: Readonly<Record<string, Prepare>> = {
  'node:http': program('receive.ts'),
  'Express 5': program('express.ts'),
  'Express 4': (folder) => {
    const source = readFileSync(join(folder, 'express.ts'), 'utf8');
    writeFileSync(join(folder, 'express4.ts'), source.replace("from 'express'", "from 'express4'"));
    return () => [nodeProgram, 'express4.ts'];
  },
  Fastify: program('fastify.ts'),
  Hono: program('hono.ts'),
  'Next.js': () => () => [nodeProgram, 'node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1'],
  NestJS: program('nest/src/main.js'),
  Lambda: (folder) => {
    writeFileSync(join(folder, 'gateway.ts'), gateway);
    return () => [nodeProgram, 'gateway.ts'];
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

const tools = installNpmTools('hosts');
const node = process.execPath;
const bun = join(installNpmTools('bun'), '@oven/bun-linux-x64/bin/bun');
const workerd = join(installNpmTools('runtimes'), '@cloudflare/workerd-linux-64/bin/workerd');

const hosts: Readonly<Record<string, Host>> = {
  Express: { command: [node, 'express.ts'], send: sendHttp1 },
  Hono: { command: [node, 'hono.ts'], send: sendHttp1 },
  'Next.js': { command: [node, 'node_modules/next/dist/bin/next', 'start'], send: sendHttp1, hasHome: false },
  NestJS: { command: [node, 'nest/src/main.js'], send: sendHttp1 },
  Bun: { command: [bun, 'bun.js'], send: sendHttp1 },
  Deno: { command: [join(tools, '@deno/linux-x64-glibc/deno'), 'run', '--allow-all', 'deno.js'], send: sendHttp1 },
  Fastify: { command: [node, 'fastify.ts'], send: sendHttp1 },
  Koa: { command: [node, 'koa.js'], send: sendHttp1 },
  'HTTP/2': { command: [node, 'http2.ts'], send: sendHttp2 },
};
const asked = process.argv.slice(2);
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);

using temporary = mkdtempDisposableSync(join(tmpdir(), 'hosts-'));
const mounting = join(temporary.path, 'mounting');
const receiving = join(temporary.path, 'receiving');
// The server, with the packages that it needs.
const packages = ['contract', 'webhooks', 'conformance', 'kernel', 'server'];
openProject({ folder: mounting, packages, tools, guides: ['docs/build/mount-in-your-app.md', 'docs/build/hosts.md'] });
openProject({ folder: receiving, packages: ['webhooks'], tools, guides: ['docs/integrate/webhooks.md'] });
for (const folder of [mounting, receiving]) {
  if (isAsked('Next.js')) buildNext(folder);
  if (isAsked('NestJS')) buildNest(folder);
}

for (const [name, host] of Object.entries(hosts)) {
  await check(name, `mounted in ${name}`, () => checkHost(host, mounting));
}
for (const [name, prepare] of Object.entries(receivers)) {
  await check(name, `webhooks in ${name}`, () => checkReceiver(prepare(receiving, workerd), receiving));
}

async function check(name: string, title: string, run: () => Promise<string>): Promise<void> {
  if (!isAsked(name)) return;
  try {
    console.log(`${title}: ${await run()}`);
  } catch (error) {
    console.error(`${title}: failed. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exitCode = 1;
  }
}
