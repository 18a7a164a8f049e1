import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findDocsSite, openWorld, withConsoleStart, type World } from '@booking-service/server/testing';
import axe from 'axe-core';
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findProgram } from '../../programs/run-program.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A service that serves the docs of the working copy, and a browser. */
export interface Docs extends AsyncDisposable {
  readonly world: World;
  /** Opens a tab at the first page. Default: in the width of a desktop screen and in light mode. */
  openPage(options?: BrowserContextOptions): Promise<OpenPage>;
}

export interface OpenPage extends AsyncDisposable {
  readonly tab: Page;
  /** The URL of each request. Requests to other hosts are aborted. */
  readonly requests: string[];
  /** Errors and warnings on the console, and uncaught errors. */
  readonly messages: string[];
  readonly violations: string[];
  /** Opens a page of the site. */
  read(path: string): Promise<void>;
  /** Opens a page of the site and returns its text, also that of the tabs that are not selected. */
  textOf(path: string): Promise<string>;
}

/** Builds the docs and opens them. */
export async function openDocs(): Promise<Docs> {
  execFileSync(process.execPath, ['--conditions=@booking-service/source', `${root}/scripts/docs/main.ts`], {
    stdio: 'pipe',
  });
  const site = await findDocsSite();
  if (!site) throw new Error('The docs are not built.');
  const start = () => ({ now: world.clock.now(), keys: world.organization.keys });
  const world: World = await openWorld({ docs: withConsoleStart(site, start) });
  const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
  const browser = await chromium.launch({
    executablePath: findProgram('chromium') ?? '',
    args: [...flags, '--disable-component-update'],
  });
  return {
    world,
    openPage,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await world[Symbol.asyncDispose]();
    },
  };

  async function openPage(options: BrowserContextOptions = {}): Promise<OpenPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    // Only ends what hangs, on a loaded machine too.
    context.setDefaultTimeout(90_000);
    const [requests, messages, violations]: [string[], string[], string[]] = [[], [], []];
    await context.route('**/*', (route) => {
      const url = route.request().url();
      requests.push(url);
      return url.startsWith(world.url) ? route.continue() : route.abort();
    });
    const tab = await context.newPage();
    tab.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) messages.push(message.text());
    });
    tab.on('pageerror', (error) => messages.push(String(error)));
    const hasScripts = options.javaScriptEnabled !== false;
    if (hasScripts) {
      await tab.exposeFunction('reportViolation', (violation: string) => violations.push(violation));
      await tab.addInitScript(
        "addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective + ' ' + event.blockedURI))",
      );
    }
    await tab.goto(`${world.url}/docs`);

    async function read(path: string): Promise<void> {
      const response = await tab.goto(`${world.url}/docs/${path}.html`);
      expect({ path, status: response?.status() }).toEqual({ path, status: 200 });
    }
    return {
      tab,
      requests,
      messages,
      violations,
      read,
      async textOf(path) {
        await read(path);
        return (await tab.locator('main').textContent()) ?? '';
      },
      [Symbol.asyncDispose]: () => context.close(),
    };
  }
}

/** The rules of axe that the page breaks, of all or of these, with the first element of each. */
export async function violationsOf(tab: Page, rules?: readonly string[]): Promise<string[]> {
  await tab.evaluate(axe.source);
  return tab.evaluate(
    `axe.run(document, { resultTypes: ['violations'] ${rules ? `, runOnly: ${JSON.stringify(rules)}` : ''} })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
  );
}
