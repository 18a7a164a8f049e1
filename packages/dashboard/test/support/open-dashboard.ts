/** A world with its dashboard, built, and tabs to read it. */
import { findDashboardFiles } from '@booking-service/server';
import {
  openTestDashboard,
  openWorld,
  type TestDashboard,
  type World,
  type WorldOptions,
} from '@booking-service/server/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openStoreOn, type EngineName } from './engines.ts';

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

export interface TabOptions extends BrowserContextOptions {
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
  return {
    page,
    faults,
    pass: (ms) => page.clock.fastForward(ms),
    [Symbol.asyncDispose]: () => context.close(),
  };
}
