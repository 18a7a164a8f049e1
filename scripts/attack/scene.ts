/** The scene of every attack: a service with suppliers and customers, and a sandbox. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';

/** A request of the service, as the contract of providers has it. */
interface SupplierCall {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A supplier that confirms everything, until an attack changes its behaviour. */
interface Supplier extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly SupplierCall[];
  /** Replaces the response to each call for which `conduct` returns true. */
  readonly misbehave: (conduct: (call: SupplierCall, res: ServerResponse) => boolean) => void;
}

/** Opens a supplier that has one venue, whose id is `ven_` and this name. */
async function openSupplier(name: string): Promise<Supplier> {
  const venue = { id: `ven_${name}_one`, name: 'One', city: 'Ghent', country: 'BE' };
  const page = (data: readonly object[]) => ({ object: 'list', data, has_more: false, next_cursor: null });
  const honest: Readonly<Record<string, object>> = {
    '/venues/search': page([venue]),
    '/availability/search': page([]),
    '/bookings/check': { at_once: false },
    '/bookings/book': { outcome: 'confirmed', confirmation_code: 'OK-1' },
    '/bookings/modify': { outcome: 'modified' },
    '/bookings/check-hold': { held: true, check_hold_after_seconds: 60 },
  };
  const calls: SupplierCall[] = [];
  let conduct: (call: SupplierCall, res: ServerResponse) => boolean = () => false;
  const server = createServer((req: IncomingMessage, res) => {
    void json(req).then((body) => {
      // The service sends the bodies of its contract of providers.
      const call = { path: req.url ?? '', body: body as SupplierCall['body'] };
      calls.push(call);
      if (conduct(call, res)) return;
      const response = honest[call.path];
      if (response) res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(response));
      else res.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    misbehave: (next) => (conduct = next),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const bin = fileURLToPath(new URL('../../packages/server/bin/booking-service.js', import.meta.url));
const program = ['--conditions=@booking-service/source', bin];
const execute = promisify(execFile);

/** A running `booking-service serve`. */
interface Service extends AsyncDisposable {
  readonly url: string;
  readonly receiverUrl: string;
  readonly adminUrl: string;
  readonly dashboardUrl: string;
  readonly pid: number;
  readonly data: string;
  /** Everything that it wrote. */
  readonly output: () => string;
  readonly hasEnded: () => boolean;
  /** Runs another command on its database. */
  readonly run: (line: string) => Promise<{ readonly code: number; readonly text: string }>;
}

interface ServiceOptions {
  readonly data: string;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts `serve` with these flags on free ports, and waits until it runs. */
async function startService({ data, flags, environment }: ServiceOptions): Promise<Service> {
  const [port, receiver, admin, dashboard] = await freePorts();
  const isSandbox = flags.includes('--sandbox');
  const ports = ['--port', port, '--admin-port', admin, '--dashboard-port', dashboard];
  if (isSandbox) ports.push('--receiver-port', receiver);
  const env = { ...process.env, npm_lifecycle_event: undefined, ...environment };
  const run: Service['run'] = async (line) => {
    const args = [...program, ...line.split(' '), '--data', data];
    // Rejects with the exit code and the output if the command fails.
    const ended = await execute(process.execPath, args, { env }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    return { code: 'code' in ended ? ended.code : 0, text: ended.stdout + ended.stderr };
  };
  if (!isSandbox) await run('migrate');
  const args = [...program, 'serve', '--data', data, ...ports, '--tick', '1', ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  while (!output.includes('Stop: Ctrl-C')) {
    await Promise.race([once(child.stdout, 'data'), closed]);
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}: ${output}`);
  }
  const urlOf = (each: string) => `http://127.0.0.1:${each}`;
  return {
    url: urlOf(port),
    receiverUrl: urlOf(receiver),
    adminUrl: urlOf(admin),
    dashboardUrl: urlOf(dashboard),
    pid: child.pid ?? 0,
    data,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    run,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

export interface Customer {
  readonly organization_id: string;
  readonly signing_secret: string;
  readonly keys: { readonly live: string; readonly test: string };
}

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface CallOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service with customers and an operator. */
export interface Live extends AsyncDisposable {
  readonly service: Service;
  /** The operator's token for its admin port. */
  readonly token: string;
  /** Adds an organization whose limits no attack reaches, unless they are given. */
  readonly addCustomer: (settings?: { webhook_url?: string; test_allowance?: number }) => Promise<Customer>;
  /** Calls the admin port as the operator. */
  readonly admin: (line: string, body?: unknown) => Promise<Reply>;
}

export interface Scene extends Live {
  /** Webhooks may go to this computer only here. */
  readonly sandbox: Live;
  /** The suppliers of the service. Each attack uses its own, so that none changes what the next one finds. */
  readonly suppliers: Readonly<Record<SupplierName, Supplier>>;
  readonly attacker: Customer;
  readonly victim: Customer;
  /** Creates a booking of this customer. */
  readonly book: (customer: Customer, options: BookOptions) => Promise<Reply>;
}

interface BookOptions {
  readonly supplier: SupplierName;
  readonly party_size?: number;
  readonly mode?: 'live' | 'test';
  readonly idempotencyKey?: string;
}

/** No attack changes the supplier `kind`. */
const supplierNames = [
  'kind',
  'modes',
  'testchecks',
  'checks',
  'books',
  'hangs',
  'answers',
  'redirects',
  'texts',
  'silence',
] as const;
export type SupplierName = (typeof supplierNames)[number];

/** The secret with which the service signs its requests to suppliers. */
export const supplierSecret = 'secret-of-the-suppliers';

const environment = {
  BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
  ATTACK_SUPPLIER_SECRET: supplierSecret,
};

/** The guest of every booking. No log may have the name, the address or the number. */
export const guest = { first_name: 'Adalbertine', email: 'adalbertine@diner.test', phone: '+351912345678' };

export async function openScene(): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const entries: [SupplierName, Supplier][] = [];
  for (const name of supplierNames) entries.push([name, opened.use(await openSupplier(name))]);
  // One entry for each name.
  const suppliers = Object.fromEntries(entries) as Record<SupplierName, Supplier>;
  const secret = 'secret: { env: ATTACK_SUPPLIER_SECRET }, timeout_seconds: 5, sends_events: true';
  const list = entries.map(([name, { url }]) => `  - { name: ${name}, type: http, url: '${url}', ${secret} }`);
  const [live, sandbox] = [opened.use(await openLive(list)), opened.use(await openLive('sandbox'))];
  const [attacker, victim] = [await live.addCustomer(), await live.addCustomer()];
  const running = opened.move();
  return {
    ...live,
    sandbox,
    suppliers,
    attacker,
    victim,
    book: (customer, { supplier, party_size = 2, mode = 'live', idempotencyKey }) =>
      callService(live.service.url, 'POST /v1/bookings', {
        key: customer.keys[mode],
        body: { venue_id: `ven_${supplier}_one`, slot_id: `slt_${supplier}_one`, party_size, guest },
        ...(idempotencyKey !== undefined && { headers: { 'Idempotency-Key': idempotencyKey } }),
      }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Starts a service with these entries of providers.yaml, or a sandbox. `signIn` has the lines of sign-in.yaml. Default: none. */
export async function openLive(
  suppliers: readonly string[] | 'sandbox',
  { signIn }: { readonly signIn?: readonly string[] } = {},
): Promise<Live> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'booking-service-attack-')));
  const file = join(folder.path, 'providers.yaml');
  if (suppliers !== 'sandbox') await writeFile(file, ['providers:', ...suppliers, ''].join('\n'));
  const flags = suppliers === 'sandbox' ? ['--sandbox'] : ['--providers', file];
  if (signIn) {
    flags.push('--sign-in', join(folder.path, 'sign-in.yaml'));
    await writeFile(join(folder.path, 'sign-in.yaml'), [...signIn, ''].join('\n'));
  }
  const service = opened.use(await startService({ data: join(folder.path, 'data'), flags, environment }));
  const made = await service.run('access create --name Attack --role operator --json');
  const { token } = JSON.parse(made.text) as { token: string };
  const admin: Live['admin'] = (line, body) => callService(service.adminUrl, line, { key: token, body });
  const running = opened.move();
  return {
    service,
    token,
    admin,
    async addCustomer(settings) {
      const unlimited = { rate_limit: 1_000_000, test_allowance: 1_000_000 };
      const added = await admin('POST /organizations', { name: 'Diner', ...unlimited, ...settings });
      // The response of the admin contract.
      const { organization, signing_secret } = added.body as { organization: { id: string }; signing_secret: string };
      const keyOf = async (mode: string) =>
        String((await admin(`POST /organizations/${organization.id}/keys`, { name: 'Attack', mode })).body['key']);
      const keys = { live: await keyOf('live'), test: await keyOf('test') };
      return { organization_id: organization.id, signing_secret, keys };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Sends a request, such as `GET /v1/bookings/{id}`. */
export async function callService(
  url: string,
  line: string,
  { key, body, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const [method = '', path = ''] = line.split(' ');
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(50_000),
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  // Every JSON response is an object.
  return { status: response.status, body: isJson ? (JSON.parse(text) as Reply['body']) : { text } };
}

/** Reads until the value is wanted, for at most twenty seconds. Returns the last value. */
export async function until<T>(read: () => T | Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const value = await read();
    if (isWanted(value) || tries === 200) return value;
    await pause(100);
  }
}

/** The body of a create in the sandbox, at a venue that confirms at once. */
export function sandboxBooking(): object {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const slot_id = `slt_express_counter_${day}T1900`;
  return { venue_id: 'ven_express_counter', slot_id, party_size: 2, guest };
}

/** An attack. It got through if the result is not the expected one. */
export interface Attack {
  /** The attack. */
  readonly attack: string;
  /** The result at a safe service. */
  readonly expected: string;
  /** Plays the attack. Returns `expected`, or what happened instead. */
  readonly play: (scene: Scene) => Promise<string>;
}

/** Counts results, as `3 × 201, 57 × 402`. */
export function tally(results: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>();
  for (const result of results) counts.set(result, (counts.get(result) ?? 0) + 1);
  return [...counts].map(([result, count]) => `${count} × ${result}`).join(', ');
}

/** Returns the names for which `isHole` holds, or `none`. */
export async function listHoles<Case>(
  cases: readonly Case[],
  isHole: (each: Case) => Promise<boolean>,
  nameOf: (each: Case) => string = String,
): Promise<string> {
  const found: string[] = [];
  for (const each of cases) if (await isHole(each)) found.push(nameOf(each));
  return found.length === 0 ? 'none' : found.join('; ');
}
