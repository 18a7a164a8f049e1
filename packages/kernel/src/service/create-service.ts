import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import type { Logger } from 'pino';
import { type TargetRules, toTargetRules } from '../addresses.ts';
import { type KeyMode, namesIn, type Scope, type ServiceContract } from '../contract.ts';
import { type NewId, newSigningSecret, randomId } from '../ids.ts';
import { findWebhookUrlFault } from '../send/webhook-target.ts';
import { type Creations, fieldsOfKey } from '../store/access/port.ts';
import { StoreError } from '../store/store-errors.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { createDeliveries } from '../deliveries/create-deliveries.ts';
import type { CreateSigner } from '../deliveries/attempt-delivery.ts';
import { createKeyUses } from '../http/authenticate.ts';
import { openDocsSite } from '../http/docs.ts';
import type { Responded } from '../http/request-reports.ts';
import type { CheckFactory } from '../http/refusals.ts';
import type { CompiledContract, ContractDocument } from '../http/compile-contract.ts';
import { createValidators } from '../http/validate.ts';
import { createLog } from '../log/log.ts';
import { joinLines, type Tracing } from '../log/trail.ts';
import type { KernelStore } from '../store/kernel-store.ts';
import type { ServiceFiles } from '../store/migration-files.ts';
import { isDatabaseUrl } from '../store/postgres/database-url.ts';
import { openSealingFile } from '../store/sqlite/file.ts';
import { createSealing } from '../store/sealing.ts';
import { bindHandlers, type Caller, createJobs, type Handlers, type Job, type Replays } from './handlers.ts';
import { joinService, type Service, type Work } from './join-service.ts';

export interface NewOrganization {
  readonly name: string;
  /** The receiver of the organization's webhooks. Default: none, it gets no webhooks. */
  readonly webhook_url?: string | undefined;
  /** Requests in a window. Default: limits.default_limit of the contract. */
  readonly rate_limit?: number | undefined;
  /** The scopes of its keys. Default: all. */
  readonly scopes?: readonly Scope[] | undefined;
}

/** A new organization. This is the only time that its keys are shown: the store keeps their digests. */
export interface CreatedOrganization {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  readonly webhook_url: string | null;
  readonly rate_limit: number;
  /** An API key for each key mode of the contract. */
  readonly api_keys: Readonly<Record<KeyMode, string>>;
  /** Signs the organization's webhooks. */
  readonly webhook_secret: string;
}

export interface Organizations {
  /** Creates an organization with a key for each mode. Throws a StoreError if no webhook can be sent to its URL. */
  create(organization: NewOrganization): Promise<CreatedOrganization>;
}

interface OrganizationOptions extends TargetRules {
  readonly contract: Pick<ServiceContract, 'access' | 'limits'>;
  readonly store: Pick<Creations, 'createOrganization'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
}

/** The administration of organizations. Everything beside their creation is a method of the store. */
function createOrganizations({
  contract: { access, limits },
  store,
  clock,
  newId,
  ...rules
}: OrganizationOptions): Organizations {
  const modes = namesIn<KeyMode>(access.key_modes);
  const allScopes = namesIn<Scope>(access.scopes);

  const newKey = (mode: KeyMode) => `${access.key_modes[mode]?.prefix}${randomBytes(24).toString('base64url')}`;

  return {
    async create({ name, webhook_url, rate_limit = limits.default_limit, scopes = allScopes }) {
      const fault = webhook_url === undefined ? undefined : await findWebhookUrlFault(webhook_url, rules);
      if (fault !== undefined) throw new StoreError(fault);
      const [id, created, webhook_secret] = [newId('org'), clock.now().toISOString(), newSigningSecret()];
      const settings = { id, name, created, webhook_url: webhook_url ?? null, rate_limit };
      const keys = modes.map((mode) => [mode, newKey(mode)] as const);
      const stored = keys.map(([mode, key]) => {
        const shown = { id: newId('key'), organization_id: id, name: `${mode} key`, mode, scopes, created };
        return { ...shown, ...fieldsOfKey(key) };
      });
      await store.createOrganization({ ...settings, signing_secret: webhook_secret, test_allowance: 0 }, stored);
      return { ...settings, api_keys: tableOf(keys), webhook_secret };
    },
  };
}

function tableOf<Name extends string, Value>(entries: readonly (readonly [Name, Value])[]): Record<Name, Value> {
  // The entries have every name.
  return Object.fromEntries(entries) as Record<Name, Value>;
}

/** The contract of a service that sends webhooks. */
interface SignedContract extends ServiceContract {
  readonly delivery: ServiceContract['delivery'] & {
    readonly signature: { readonly header: string; readonly scheme: string };
  };
}

export interface ServiceOptions {
  /**
   * The name of the service in lower case, such as `library`: of its database file, in messages and in spans. It also marks the database,
   * which no service of another name opens. So it stays the same.
   */
  readonly name: string;
  /** The tables of the contract, which the toolkit generates. */
  readonly contract: SignedContract;
  /** The bundled contract, which the toolkit generates: a JSON file. Requests are validated by it. */
  readonly document: URL;
  /**
   * A folder for the embedded engine, such as `sqlite:./data` or `./data`, or the URL of a PostgreSQL database:
   * `postgres://user:password@host:port/name`.
   */
  readonly database: string;
  /** A folder with a folder of numbered SQL files for each engine that the service runs on: `sqlite` and `postgres`. */
  readonly migrations: URL;
  readonly handlers: Handlers;
  /** The responses to repeated requests of the operations in x-idempotency. Default: none. */
  readonly replays?: Replays | undefined;
  /** Work that begins when time has passed, by its name in the log. Default: none. */
  readonly jobs?: Readonly<Record<string, Job>> | undefined;
  /** The steps of access.refusal_order that only this service has. Default: none. */
  readonly checks?: Readonly<Record<string, CheckFactory<Caller>>> | undefined;
  /**
   * Seals the signing secrets: 32 random bytes in base64. Keep it apart from the database. Default: on SQLite a key that is created in the
   * file sealing.key of the data folder. PostgreSQL has no default.
   */
  readonly sealing_key?: string | undefined;
  /** The folder of a site that `contract docs` wrote, served at /docs. Default: none. */
  readonly docs?: URL | undefined;
  /** The key modes that this service accepts. Default: all. */
  readonly servedModes?: readonly KeyMode[] | undefined;
  /** Default: JSON lines to standard output from level info, with secrets masked. */
  readonly log?: Logger | undefined;
  /** Default: the time of the computer. */
  readonly clock?: Clock | undefined;
  readonly newId?: NewId | undefined;
  /** Receives a report of each response. Default: none. */
  readonly observer?: { readonly responded: (report: Responded) => void } | undefined;
  /** Default: none. */
  readonly tracing?: Tracing | undefined;
  /** The proxies whose X-Forwarded-For is read. Default: none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** The path in front of every path of the service, if the host does not remove it from the URL, such as /library. Default: none. */
  readonly basePath?: string | undefined;
  /** Seconds for which a connection is kept between two requests. Default: 5. */
  readonly keep_alive_seconds?: number | undefined;
  /** Allows webhooks to loopback addresses, over http too. Only for development. Default: false. */
  readonly allowLoopbackWebhooks?: boolean | undefined;
  /** Private networks to which webhooks may go over https. Default: none. */
  readonly webhookPrivateNetworks?: readonly string[] | undefined;
  /** The URL of the HTTP proxy through which webhooks are sent. Default: none. */
  readonly webhookProxy?: string | undefined;
  /** Seconds between two ticks of the deliveries. Fewer than the cadence also send new webhooks immediately. Default: the cadence. */
  readonly tick_seconds?: number | undefined;
}

/** A service with its open store. */
export interface RunningService extends Service {
  readonly organizations: Organizations;
  /** The methods of the store: lists of organizations, keys, limits, standing, signing secrets. */
  readonly store: KernelStore;
  /** Accepts no more requests, resolves when everything under way has ended, and closes the store. */
  close(options?: { grace_seconds?: number }): Promise<void>;
}

/**
 * Opens the store, with its tables, and creates the service of a contract. It does no work until `listen` or `start`. Throws a StoreError
 * if the database cannot be used, and an Error if an operation has no handler or a step of the refusal order no check.
 */
export async function createService({
  contract,
  handlers,
  replays,
  jobs = {},
  checks = {},
  docs,
  servedModes = namesIn<KeyMode>(contract.access.key_modes),
  log: givenLog = createLog(),
  clock = systemClock,
  newId = randomId,
  observer = { responded: () => undefined },
  allowLoopbackWebhooks = false,
  webhookPrivateNetworks,
  ...options
}: ServiceOptions): Promise<RunningService> {
  const log = joinLines(givenLog);
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openStore(options, { contract, log }));
  const { document, name, tracing, trustedProxies, keep_alive_seconds, basePath } = options;
  const validatorOf = createValidators(await compile(document));
  const rules = toTargetRules({ allowLoopbackWebhooks, webhookPrivateNetworks });
  const spanPrefix = name.replaceAll('-', '_');
  const deliveries = createDeliveries({
    contract,
    store,
    createSigner: signerOf(contract),
    program: name,
    spanPrefix,
    subjectField: 'subject_id',
    log,
    clock,
    newId,
    tracing,
    tick_seconds: options.tick_seconds,
    webhookProxy: options.webhookProxy,
    ...rules,
  });
  const working = {
    store,
    clock,
    newId,
    maxAttempts: contract.delivery.max_attempts,
    onEvents: (organization_id: string) => deliveries.wake?.(organization_id),
  };
  const running = createJobs(jobs, { ...working, log });
  const work: Work = {
    start() {
      deliveries.start();
      running.start();
    },
    async stop(stopping) {
      await Promise.all([deliveries.stop(stopping), running.stop()]);
    },
  };
  const service = joinService({
    ...bindHandlers({
      ...working,
      handlers,
      replays,
      isLive: (mode) => contract.access.key_modes[mode]?.livemode === true,
    }),
    contract,
    checks,
    store,
    clock,
    keyUses: createKeyUses({ store, clock, log }),
    servedModes,
    context: { newId },
    validatorOf,
    work,
    spanPrefix,
    log,
    observer,
    tracing,
    trustedProxies,
    keep_alive_seconds,
    basePath,
    docs: docs && (await openDocsSite(fileURLToPath(docs))),
  });
  const organizations = createOrganizations({ contract, store, clock, newId, ...rules });
  const open = opened.move();

  return {
    middleware: service.middleware,
    handler: service.handler,
    get state() {
      return service.state;
    },
    start: () => service.start(),
    listen: (address) => service.listen(address),
    organizations,
    store,
    async close(closing) {
      await service.close(closing);
      await open.disposeAsync();
    },
  };
}

/** Signs as x-delivery describes it: `t=<unix seconds>,v1=<hex>`, the HMAC-SHA256 of `<t>.<body>` under the signing secret. */
function signerOf({ delivery: { signature } }: SignedContract): CreateSigner {
  return (secret) =>
    (body, { at }) => {
      const time = Math.floor(at.getTime() / 1000);
      const digest = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
      return { [signature.header]: `t=${time},${signature.scheme}=${digest}` };
    };
}

/** Compiles the operations of the contract. A process without such a service does not load the compiler. */
async function compile(document: URL): Promise<CompiledContract> {
  const { compileContract } = await import('../http/compile-contract.ts');
  // The toolkit writes a bundled contract.
  return compileContract(JSON.parse(await readFile(document, 'utf8')) as ContractDocument);
}

/** A process loads only the engine that it opens. */
async function openStore(
  { name, database, migrations, sealing_key }: Pick<ServiceOptions, 'name' | 'database' | 'migrations' | 'sealing_key'>,
  { contract: { limits }, log }: { contract: Pick<ServiceContract, 'limits'>; log: Pick<Logger, 'fatal'> },
): Promise<KernelStore> {
  const files: ServiceFiles = { program: name, migrations };
  const given = sealing_key === undefined ? undefined : createSealing(Buffer.from(sealing_key, 'base64'));
  if (isDatabaseUrl(database)) {
    if (!given) {
      throw new StoreError(
        'A service on PostgreSQL needs the option sealing_key. Create a key once, and keep it apart from the database: openssl rand -base64 32',
      );
    }
    const { openPostgres } = await import('../store/postgres/open-postgres.ts');
    return openPostgres(database, { ...files, limits, sealing: given });
  }
  const folder = resolve(database.replace(/^sqlite:/, ''));
  const { openSqlite } = await import('../store/sqlite/open-sqlite.ts');
  return openSqlite(folder, {
    ...files,
    sealing: given ?? ((found) => openSealingFile(resolve(folder, 'sealing.key'), found)),
    onLost: (err) => log.fatal({ err }, 'the write thread of the database has ended; start the service again'),
  });
}
