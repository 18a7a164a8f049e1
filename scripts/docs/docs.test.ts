/**
 * Reads the reference page of a real server in Chromium: it is complete, legible, and without errors or external requests.
 *
 * @module-tag needs-chromium
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findDocsPage, openWorld, type World } from '@booking-service/server/testing';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBundledContract } from '../contract/bundled-contract.ts';
import { findProgram } from '../programs/find-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const contract = readBundledContract();
const tags = [
  ...contract.tags.map(({ name }) => name),
  'states',
  'errors',
  'idempotency',
  'access',
  'limits',
  'runs',
  'delivery',
  'sandbox',
];
const longest = { timeout: 180_000 };
const maxWait = { timeout: 60_000 };

let world: World;
let browser: Browser;
/** In the width of a desktop screen and in light mode. */
let page: OpenPage;

beforeAll(async () => {
  execFileSync(process.execPath, [`${root}/scripts/docs/main.ts`], { stdio: 'pipe' });
  world = await openWorld({ docs: await findDocsPage() });
  const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
  browser = await chromium.launch({
    executablePath: findProgram('chromium') ?? '',
    args: [...flags, '--disable-component-update'],
  });
  page = await openPage();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await world?.[Symbol.asyncDispose]();
});

it('loads no other file and writes nothing to the console, in every section', longest, async () => {
  for (const address of await addresses(page)) await read(page, address);
  await page.tab.keyboard.press('Control+k');
  await page.tab.keyboard.type('cancel a booking');
  await expect
    .poll(() => page.tab.getByText('If the provider confirms at the same time').count(), maxWait)
    .toBeGreaterThan(0);
  const { requests, messages } = page;
  expect({ requests, messages }).toEqual({ requests: [`${world.url}/docs`], messages: [] });
  // Redoc's search tries to build a worker from text. The policy refuses that, and the search works without a worker.
  expect(page.violations.filter((violation) => violation !== 'script-src eval')).toEqual([]);
});

describe('shows', () => {
  it('every operation, with its id, its path and its scope', longest, async () => {
    for (const [path, methods] of Object.entries(contract.paths)) {
      for (const {
        operationId,
        tags: [tag],
        'x-behavior': behavior,
      } of Object.values(methods)) {
        await expect
          .poll(
            await missingAt(`${tag}/${operationId.toLowerCase()}`, [operationId, path, behavior.scope, 'curl -sS']),
            maxWait,
          )
          .toEqual([]);
      }
    }
  });

  it('every webhook', longest, async () => {
    for (const type of Object.keys(contract.webhooks)) {
      const texts = [`.on('${type}'`, 'createReceiver', `"type": "${type}"`];
      await expect.poll(await missingAt(`webhooks/paths/${type}/post`, texts), maxWait).toEqual([]);
    }
  });

  it('every error code, with its message, its fix and how to trigger it', longest, async () => {
    const errors = Object.entries(contract['x-errors']);
    const catalogue = errors.flatMap(([code, { message, action }]) => [code, message, action]);
    const sandbox = errors.map(([, entry]) => entry.sandbox);
    await expect.poll(await missingAt('errors/every-error-code', catalogue), maxWait).toEqual([]);
    await expect.poll(await missingAt('sandbox/how-to-trigger-each-error-code', sandbox), maxWait).toEqual([]);
  });

  it('every state, scope, limit, attempt and magic venue', longest, async () => {
    const expected = {
      'states/states': Object.keys(contract['x-booking-states'].states),
      'states/transitions': Object.keys(contract.webhooks),
      'access/scopes': Object.keys(contract['x-access'].scopes),
      'limits/every-limit': [String(contract['x-limits'].default_limit), '65536 bytes'],
      'runs/when-the-service-gives-up': ['1 h', '24 h', '15 min', '168 h', 'provider_failed'],
      'delivery/attempts': ['12 min 30 s', '14 min'],
      'idempotency/what-a-key-does': ['Idempotent-Replayed: true', 'forever'],
      'sandbox/magic-venues': contract['x-sandbox'].venues.map(({ id }) => id),
    };
    for (const [address, texts] of Object.entries(expected))
      await expect.poll(await missingAt(address, texts), maxWait).toEqual([]);
  });
});

it.each(['light', 'dark'] as const)(
  'has a legible diagram with a description in %s mode',
  longest,
  async (colorScheme) => {
    await using own = await openPage({ colorScheme });
    await read(own, 'states/diagram');
    const diagram = own.tab.getByRole('img', { name: 'The states of a booking' });
    expect(await diagram.locator('desc').textContent()).toContain('From requires_action to expired by time.');
    const [ink = '', ...backgrounds] = await diagram
      .locator('.name')
      .first()
      .evaluate((name) => {
        const view = name.ownerDocument.defaultView;
        const colors = [view?.getComputedStyle(name).fill ?? ''];
        for (let each = name; each; each = each.parentElement) {
          colors.push(view?.getComputedStyle(each).backgroundColor ?? '');
        }
        return colors;
      });
    // The nearest background that is not transparent. White is the default of a page.
    const background = backgrounds.find((color) => !color.endsWith(', 0)')) ?? 'rgb(255, 255, 255)';
    expect(contrast(ink, background)).toBeGreaterThan(7);
  },
);

it('fits a phone: only wide elements scroll sideways, inside their own box', longest, async () => {
  await using phone = await openPage({ viewport: { width: 390, height: 844 } });
  const wide: string[] = [];
  for (const address of await addresses(phone)) {
    await read(phone, address);
    if (Number(await phone.tab.evaluate('document.documentElement.scrollWidth')) > 390) wide.push(address);
    if (Number(await phone.tab.evaluate(cutOff)) > 0) wide.push(`${address}: something is cut off`);
  }
  expect(wide).toEqual([]);
});

interface OpenPage extends AsyncDisposable {
  readonly tab: Page;
  /** The URL of each request. Requests to other hosts are aborted. */
  readonly requests: string[];
  /** Errors and warnings on the console, and uncaught errors. */
  readonly messages: string[];
  readonly violations: string[];
}

async function openPage(options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const [requests, messages, violations]: [string[], string[], string[]] = [[], [], []];
  await context.route('**/*', (route) => {
    const url = route.request().url();
    // A data URL is part of the page, not a request.
    if (!url.startsWith('data:')) requests.push(url.replace(/#.*/, ''));
    return url.startsWith(world.url) || url.startsWith('data:') ? route.continue() : route.abort();
  });
  const tab = await context.newPage();
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text());
  });
  tab.on('pageerror', (error) => messages.push(String(error)));
  await tab.exposeFunction('reportViolation', (violation: string) => violations.push(violation));
  await tab.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective + ' ' + event.blockedURI))",
  );
  await tab.goto(`${world.url}/docs`);
  return { tab, requests, messages, violations, [Symbol.asyncDispose]: () => context.close() };
}

/** The address of every section. The page creates a section when its tag is shown. */
async function addresses({ tab }: OpenPage): Promise<string[]> {
  const found: string[] = [];
  for (const tag of tags) {
    await tab.evaluate(`location.hash = '#/${tag}'`);
    const sections = tab.locator(`[data-section-id^="/${tag}"]`);
    await sections.nth(1).waitFor({ ...maxWait, state: 'attached' });
    const ids = await sections.evaluateAll((all) => all.map((each) => each.getAttribute('data-section-id') ?? ''));
    found.push(...ids.map((id) => id.slice(1)));
  }
  return found;
}

/** Goes to an address and waits until its section has content. */
async function read(open: OpenPage, address: string): Promise<void> {
  const section = await goTo(open, address);
  await expect.poll(() => innerText(section), maxWait).not.toBe('');
}

/** Opens a section. Returns a function that reads which of the texts the section does not show. */
async function missingAt(address: string, texts: readonly string[]): Promise<() => Promise<string[]>> {
  const section = await goTo(page, address);
  return async () => {
    const text = await innerText(section);
    return texts.filter((each) => !text.includes(each));
  };
}

async function goTo({ tab }: OpenPage, address: string): Promise<Locator> {
  await tab.evaluate(`location.hash = '#/${address}'`);
  return tab.locator(`[data-section-id="/${address}"]`).first();
}

/** Scrolls to the section before it reads it: Redoc fills a section in view and empties it when it moves out of view. */
async function innerText(section: Locator): Promise<string> {
  await section.evaluate((element) => element.scrollIntoView());
  return section.innerText();
}

/** Counts the elements of the page that extend beyond the screen and cannot be scrolled to. */
const cutOff = `[...document.querySelectorAll('main :is(table, svg, pre)')].filter((each) => {
  if (each.getBoundingClientRect().right <= innerWidth) return false;
  for (let around = each; around && !around.dataset?.sectionId; around = around.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(around).overflowX)) return false;
  }
  return true;
}).length`;

/** The contrast of two colors in the form `rgb(…)`, as WCAG 2 defines it. */
function contrast(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
