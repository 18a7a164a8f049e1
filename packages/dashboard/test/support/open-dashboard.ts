/** A world with its dashboard, built, and tabs to read it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findDashboardFiles,
  migratePostgresStore,
  openPostgresStore,
  openSqliteStore,
  type Store,
} from '@booking-service/server';
import {
  openTestDashboard,
  openWorld,
  type TestDashboard,
  testSealing,
  type World,
  type WorldOptions,
} from '@booking-service/server/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { Client } from 'pg';
import { inject } from 'vitest';

export interface DashboardWorld extends TestDashboard {
  readonly world: World;
  readonly organization_id: string;
}

type TestDashboardOptions = NonNullable<Parameters<typeof openTestDashboard>[1]>;

interface SignInOptions extends Pick<TestDashboardOptions, 'port' | 'mailer' | 'operator'> {
  /** Returns the issuers at which people sign in to the dashboard of this organization. Default: none. */
  readonly issuersOf?: (organization_id: string) => NonNullable<TestDashboardOptions['issuers']>;
}

/** Opens a world on an engine, and its dashboard. The clock of both is the manual one of the world, which starts now. */
export async function openDashboard(
  engine: EngineName,
  { issuersOf, mailer, operator, port, ...organization }: { readonly name?: string } & SignInOptions = {},
  { providers }: Pick<WorldOptions, 'providers'> = {},
): Promise<DashboardWorld> {
  await using opened = new AsyncDisposableStack();
  const { store } = opened.use(await openStoreOn(engine));
  const world = opened.use(
    await openWorld({ store, start: new Date(), organization, ...(providers && { providers }) }),
  );
  const { organization_id } = world.organization;
  const issuers = issuersOf?.(organization_id);
  const options = {
    files: await findDashboardFiles(),
    ...(issuers && { issuers }),
    ...(mailer && { mailer }),
    ...(operator && { operator }),
    ...(port !== undefined && { port }),
  };
  const dashboard = opened.use(await openTestDashboard(world, options));
  const running = opened.move();
  return { ...dashboard, world, organization_id, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

type Role = Parameters<TestDashboard['addLink']>[0];

export interface Tab extends AsyncDisposable {
  readonly page: Page;
  /** Must stay empty: violations of the policy, requests to other hosts, uncaught errors, dialogs of scripts. */
  readonly faults: string[];
  /** Lets this much time pass for the timers of the page, so that it polls. */
  readonly pass: (ms: number) => Promise<void>;
}

interface TabOptions extends BrowserContextOptions {
  /** Signs in with this role first. Default: the page is not signed in. */
  readonly role?: Role;
  /** The first address. Default: `/`. */
  readonly path?: string;
}

/** Opens a sign-in link and presses its button. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: /^(?:Sign in|Replace the session)$/ }).click();
}

/** Opens a tab with its own cookies. */
export async function openTab(
  browser: Browser,
  { url, addLink }: Pick<DashboardWorld, 'url'> & Partial<Pick<DashboardWorld, 'addLink'>>,
  { role, path = '/', ...options }: TabOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // Only ends what hangs, on a loaded machine too.
  context.setDefaultTimeout(90_000);
  const faults: string[] = [];
  await context.exposeFunction('reportViolation', (violation: string) => faults.push(violation));
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective + ' ' + event.blockedURI))",
  );
  const page = await context.newPage();
  await page.clock.install();
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${url}/`) && !address.startsWith('data:')) faults.push(`request to ${address}`);
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  if (role !== undefined && addLink) {
    await openLink(page, url + (await addLink(role)));
    await page.getByRole('navigation', { name: 'Screens' }).first().waitFor();
  }
  if (role === undefined || path !== '/') await page.goto(url + path);
  return { page, faults, pass: (ms) => page.clock.fastForward(ms), [Symbol.asyncDispose]: () => context.close() };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of the run; see vitest.config.ts. */
    postgres: { readonly url: string; readonly template: string } | { readonly missing: string };
  }
}

/** A new store on each engine, for one world. */
export const engines = ['sqlite', 'postgres'] as const;
type EngineName = (typeof engines)[number];

interface TestStore extends AsyncDisposable {
  readonly store: Store;
}

/** Opens a store without rows. Its disposal removes it. */
async function openStoreOn(engine: EngineName): Promise<TestStore> {
  await using opened = new AsyncDisposableStack();
  const sealing = { sealing: testSealing };
  const place = engine === 'sqlite' ? await makeFolder(opened) : await makeDatabase(opened);
  if (engine === 'postgres') await migratePostgresStore(place, sealing);
  const store = opened.use(
    engine === 'sqlite' ? openSqliteStore(place, sealing) : await openPostgresStore(place, sealing),
  );
  const running = opened.move();
  return { store, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function makeFolder(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function makeDatabase(opened: AsyncDisposableStack): Promise<string> {
  const server = inject('postgres');
  if ('missing' in server) throw new Error(server.missing);
  // The end of the run drops what begins with the name of its template.
  const name = `${server.template}_dashboard_${randomBytes(8).toString('hex')}`;
  await query(server.url, `CREATE DATABASE ${name} STRATEGY FILE_COPY`);
  // The test does not wait until PostgreSQL sees that the connections have ended.
  opened.defer(() => void query(server.url, `DROP DATABASE ${name} WITH (FORCE)`).catch(() => undefined));
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The response of the endpoint to each request, until it is changed. */
type EndpointResponse = World['endpoint']['responses'][number];

/** Creates a booking, and advances the clock until its webhooks are delivered or abandoned. Returns its id. */
export async function makeBooking(
  world: World,
  { response = 204, first_name = 'Ada' }: { readonly response?: EndpointResponse; readonly first_name?: string } = {},
): Promise<string> {
  const { endpoint } = world;
  // Two events with at most four attempts each.
  endpoint.responses.splice(0, Infinity, ...Array.from({ length: 8 }, () => response));
  const id = await createBooking(world, { guest: { first_name, email: 'ada@diner.test' } });
  await world.clock.advance(20 * 60_000);
  endpoint.responses.length = 0;
  return id;
}

interface NewBooking {
  readonly venue?: string;
  readonly idempotency_key?: string;
  /** Further fields of the request. */
  readonly [field: string]: unknown;
}

/** Creates a booking at 19:00 in two days. Returns its id. */
export async function createBooking(
  { call, clock }: World,
  { venue = 'harbour_table', idempotency_key, ...fields }: NewBooking = {},
): Promise<string> {
  const day = new Date(clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const { body } = await call<{ id: string }>('POST', '/v1/bookings', {
    ...(idempotency_key !== undefined && { headers: { 'Idempotency-Key': idempotency_key } }),
    body: {
      venue_id: `ven_${venue}`,
      slot_id: `slt_${venue}_${day}T1900`,
      party_size: 2,
      guest: { first_name: 'Ada', email: 'ada@diner.test' },
      ...fields,
    },
  });
  return body.id;
}
