/** The scene of every attack: a service with suppliers and customers, and a sandbox. */
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSupplier, type Supplier } from './open-supplier.ts';
import { startService, type Service } from './start-service.ts';

export interface Customer {
  readonly organization_id: string;
  readonly signing_secret: string;
  readonly keys: { readonly live: string; readonly test: string };
}

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
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

export interface BookOptions {
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
