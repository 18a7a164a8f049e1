/** booking-service serve as a process, with receivers whose secrets can be replaced, under a steady load of bookings. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import type { CreatedAccessToken } from '@booking-service/contract/admin';
import { createReceiver, createVerifier, eventTypes } from '@booking-service/webhooks';
import { createNodeHandler } from '@booking-service/webhooks/node';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { type BaseEngine, makePostgresDatabase } from '../../support/engines.ts';
import { goodModule, prepare, environment as sealed } from '../../support/processes/served.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import {
  bookingRequest,
  call,
  type Command,
  type Service,
  startCommand,
} from '../../support/processes/server-process.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../../kernel/test/support/network/listen-on-loopback.ts';

export interface RealOrganization {
  readonly id: string;
  readonly signing_secret: string;
  readonly keys: Service['keys'];
}

export interface RealService extends AsyncDisposable {
  readonly process: Command;
  readonly addresses: Pick<Service, 'url' | 'adminUrl' | 'receiverUrl' | 'welcome'>;
  readonly adminUrl: string;
  /** The headers of an operator, for its admin port. */
  readonly operator: { readonly Authorization: string };
  /** Runs a command on the same database and returns its output. Throws unless it ends with this exit code. */
  readonly run: (line: string, exitCode?: number) => Promise<string>;
  /** The variables of its commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Creates an organization with a test key and without limits, by command. */
  addOrganization(options: { webhook_url: string }): Promise<RealOrganization>;
}

/**
 * Starts the service with the sandbox's provider and a tick of one second. `variables` are for the service, not for its commands.
 */
export async function openRealService(
  engine: BaseEngine,
  { variables = {} }: { variables?: Readonly<Record<string, string>> } = {},
): Promise<RealService> {
  await using opened = new AsyncDisposableStack();
  const prepared = opened.use(await prepare(goodModule));
  const database = engine === 'postgres' ? opened.use(await makePostgresDatabase()) : undefined;
  const place = database ? { BOOKING_SERVICE_DATABASE: database.url } : { BOOKING_SERVICE_DATA: prepared.data };
  const environment = { ...sealed, ...place, BOOKING_SERVICE_LOOPBACK_WEBHOOKS: 'allow' };

  async function run(line: string, exitCode = 0): Promise<string> {
    const ended = await runCommandLine(line.split(' '), environment);
    if (ended.exitCode !== exitCode) throw new Error(`${line} ended with ${ended.exitCode}: ${ended.text}`);
    return ended.text;
  }

  await run('migrate');
  const created = JSON.parse(await run('access create --name Tests --role operator --json')) as CreatedAccessToken;
  const [port, admin_port] = await freePorts();
  const flags = ['--modes', 'test', '--tick', '1', '--port', port, '--admin-port', admin_port];
  const process = opened.use(
    startCommand(['serve', '--providers', prepared.providers, ...flags], {
      environment: { ...environment, ...variables },
    }),
  );
  const welcome = await process.printed('Stop: Ctrl-C');
  const adminUrl = `http://127.0.0.1:${admin_port}`;
  const running = opened.move();
  return {
    process,
    addresses: { url: `http://127.0.0.1:${port}`, adminUrl, receiverUrl: '', welcome },
    adminUrl,
    operator: { Authorization: `Bearer ${created.token}` },
    run,
    environment,
    async addOrganization({ webhook_url }) {
      const limits = '--rate-limit 1000000 --test-allowance 1000000';
      const made = await run(`org create --name Diner --webhook-url ${webhook_url} ${limits}`);
      const id = /org_\w+/.exec(made)?.[0] ?? '';
      const signing_secret = /whsec_[\w-]+/.exec(made)?.[0] ?? '';
      const key = /sk_test_[\w-]+/.exec(await run(`key create --org ${id} --mode test`))?.[0] ?? '';
      return { id, signing_secret, keys: { test: key, live: '' } };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** The genuine webhooks, in order: the index of the secret that verified each, and its event. */
  readonly verified: readonly { readonly secret: number; readonly event_id: string }[];
  /** The reason of each refused webhook. */
  readonly refused: readonly string[];
  /** Verifies from now on with these secrets. Resolves when no later webhook is verified with others. */
  useSecrets(secrets: readonly string[]): Promise<void>;
}

/** Starts the receiver of @booking-service/webhooks. */
export async function startOurReceiver(): Promise<Receiver> {
  const verified: { secret: number; event_id: string }[] = [];
  const refused: string[] = [];
  let verifier = createVerifier({ secrets: ['whsec_not_set_yet'] });
  const receiver = createReceiver({
    verifier: { ...verifier, checkAsync: async (body, headers) => verifier.checkAsync(body, headers) },
    onRefused: ({ reason }) => void refused.push(reason),
  });
  for (const type of eventTypes) {
    receiver.on(type, ({ id }, { secretIndex }) => void verified.push({ secret: secretIndex, event_id: id }));
  }
  const server = createServer(createNodeHandler(receiver));
  const url = await listenOnLoopback(server);
  return {
    url: `${url}/webhooks`,
    verified,
    refused,
    useSecrets: async (secrets) => void (verifier = createVerifier({ secrets })),
    async [Symbol.asyncDispose]() {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

const program = fileURLToPath(new URL('receiver.py', import.meta.url));
const verifierFolder = fileURLToPath(new URL('../../../../../examples/verify-webhooks-python', import.meta.url));

/** Starts receiver.py, which shares no code with the package. */
export async function startPythonReceiver(): Promise<Receiver> {
  const child = spawn('python3', ['-B', program, verifierFolder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (cause) => {
      reject(new Error('The Python receiver needs python3. Install it: apt-get install python3.', { cause }));
    });
  });
  const verified: { secret: number; event_id: string }[] = [];
  const refused: string[] = [];
  const waiting: ((word: string) => void)[] = [];
  createInterface(child.stdout).on('line', (line) => {
    const [first = '', second = ''] = line.split(' ');
    if (first === 'refused') refused.push(second);
    else if (first === 'port' || first === 'secrets') waiting.shift()?.(second);
    else verified.push({ secret: Number(first), event_id: second });
  });
  const nextWord = () => Promise.race([new Promise<string>((resolve) => waiting.push(resolve)), failed]);
  const port = await nextWord();
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    verified,
    refused,
    async useSecrets(secrets) {
      const replaced = nextWord();
      child.stdin.write(`${secrets.join()}\n`);
      await replaced;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'close');
      child.kill();
      await ended;
    },
  };
}

/** Longer than the retry of a webhook. */
export const patience = { timeout: 90_000, interval: 50 } as const;

/** Creates bookings of every organization, one after the other, until it is ended. Returns the number of each. */
export function startLoad(
  service: RealService,
  organizations: readonly RealOrganization[],
): AsyncDisposable & { end(): Promise<number[]> } {
  const over = new AbortController();
  const loads = organizations.map(async ({ keys }) => {
    const caller = { ...service.process, ...service.addresses, keys };
    const body = await bookingRequest(caller);
    let created = 0;
    while (!over.signal.aborted) {
      const { status } = await call(caller, 'POST /v1/bookings', { body });
      if (status !== 201) throw new Error(`A create got ${status}.`);
      created += 1;
      // A steady load: the machine also delivers the webhooks.
      await pause(20);
    }
    return created;
  });
  return {
    async end() {
      over.abort();
      return Promise.all(loads);
    },
    async [Symbol.asyncDispose]() {
      over.abort();
      await Promise.allSettled(loads);
    },
  };
}

/** The outcomes of all delivery attempts, from the metrics. */
export async function outcomesOf({ adminUrl, operator }: RealService): Promise<string[]> {
  const text = await (await fetch(`${adminUrl}/metrics`, { headers: operator })).text();
  return [...text.matchAll(/delivery_attempts_total\{outcome="(\w+)"\} [1-9]/g)].map(([, outcome = '']) => outcome);
}
