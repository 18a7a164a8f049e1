/**
 * Reads the docs of a real server in Chromium: complete, legible, accessible, and without errors or requests to other hosts.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import { operationPath } from '@booking-service/toolkit/docs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPublicContract } from '../../contract-files.ts';
import { openDocs, violationsOf, type Docs, type OpenPage } from './open-docs.ts';

const contract = readPublicContract();
const longest = { timeout: 600_000 };
/** A page of each kind. */
const kinds = [
  'index',
  'integrate/webhooks',
  operationPath('createBooking'),
  'webhooks/booking.created',
  'reference/states',
  'reference/sandbox',
  'errors',
  'errors/rate_limited',
  'connect/provider',
  'connect/card-service',
  'operate/settings',
  'admin/deliveries',
  'packages/client',
  'changelog',
];

let docs: Docs;
/** The path of every page of the navigation and of every error. */
let paths: string[];
/** In the width of a desktop screen and in light mode. */
let page: OpenPage;

beforeAll(async () => {
  docs = await openDocs();
  page = await docs.openPage();
  const listed = await page.tab
    .locator('#navigation a')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
  const errors = Object.keys(contract['x-errors']).map((code) => `errors/${code}`);
  paths = [...listed.map((each) => each.replace(/\.html$/, '')), ...errors];
}, 240_000);

afterAll(() => docs[Symbol.asyncDispose]());

it('every page fits a phone, loads no file of another host, and writes nothing to the console', longest, async () => {
  await using phone = await docs.openPage({ viewport: { width: 390, height: 844 } });
  const wide: string[] = [];
  for (const path of paths) {
    await phone.read(path);
    if (Number(await phone.tab.evaluate('document.documentElement.scrollWidth')) > 390) wide.push(path);
    if (Number(await phone.tab.evaluate(cutOff)) > 0) wide.push(`${path}: something is cut off`);
  }
  expect(wide).toEqual([]);
  const { messages, violations, requests } = phone;
  expect({ messages, violations }).toEqual({ messages: [], violations: [] });
  expect(requests.filter((url) => !url.startsWith(`${docs.world.url}/docs`))).toEqual([]);
  expect(paths.length).toBeGreaterThan(90);
});

it('a page of each kind is accessible in light and in dark mode', longest, async () => {
  await using own = await docs.openPage({ colorScheme: 'light' });
  const found: string[] = [];
  for (const path of kinds) {
    await own.read(path);
    await own.tab.emulateMedia({ colorScheme: 'light' });
    found.push(...(await violationsOf(own.tab)).map((each) => `${path}: ${each}`));
    // In the other theme, what depends on colors.
    await own.tab.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await violationsOf(own.tab, ['color-contrast'])).map((each) => `${path}, dark: ${each}`));
  }
  expect(found).toEqual([]);
});

it('the landing names the address of this service, the header of the key and a first request', async () => {
  await page.read('index');
  const text = await page.tab.locator('main').innerText();
  for (const part of [
    docs.world.url,
    'Authorization: Bearer sk_test_...',
    `BOOKING_BASE_URL=${docs.world.url}`,
    'curl -sS',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('{base_url}');
  expect(await page.tab.locator('.navigation [aria-current]').innerText()).toBe('Start');
});

describe('shows', () => {
  it('every operation, with its id, its path, its scope and its samples', longest, async () => {
    for (const [path, methods] of Object.entries(contract.paths)) {
      for (const { operationId, 'x-behavior': behavior, 'x-codeSamples': samples } of Object.values(methods)) {
        const text = await page.textOf(operationPath(operationId));
        const expected = [operationId, path, behavior.scope, 'curl -sS', ...samples.map(({ source }) => source.trim())];
        expect(expected.filter((each) => !text.includes(each))).toEqual([]);
      }
    }
  });

  it('every webhook', longest, async () => {
    for (const type of Object.keys(contract.webhooks)) {
      const text = await page.textOf(`webhooks/${type}`);
      const expected = [`.on('${type}'`, 'createReceiver', `"type": "${type}"`, 'data.object.status'];
      expect(expected.filter((each) => !text.includes(each))).toEqual([]);
    }
  });

  it('every error code, with its message, its fix and how to trigger it', longest, async () => {
    const errors = Object.entries(contract['x-errors']);
    const catalogue = await page.textOf('errors');
    const sandbox = await page.textOf('reference/sandbox');
    for (const [code, entry] of errors) {
      const expected = [code, entry.message, entry.action];
      expect(expected.filter((each) => !catalogue.includes(each))).toEqual([]);
      expect(sandbox).toContain(entry.sandbox);
      const own = await (await fetch(`${docs.world.url}/docs/errors/${code}.md`)).text();
      expect([...expected, entry.sandbox].filter((each) => !own.includes(each))).toEqual([]);
    }
  });

  it('every state, scope, limit, attempt and magic venue', longest, async () => {
    const expected = {
      'reference/states': [
        ...Object.keys(contract['x-states']['booking']?.states ?? {}),
        ...Object.keys(contract.webhooks),
      ],
      'reference/access': Object.keys(contract['x-access'].scopes),
      'reference/limits': [String(contract['x-limits'].default_limit), '65536 bytes'],
      'reference/runs': ['1 h', '24 h', '15 min', '168 h', 'provider_failed'],
      'webhooks/delivery': ['12 min 30 s', '14 min'],
      'reference/idempotency': ['Idempotent-Replayed: true', 'forever'],
      'reference/sandbox': contract['x-sandbox'].venues.map(({ id }) => id),
    };
    for (const [path, texts] of Object.entries(expected)) {
      const text = await page.textOf(path);
      expect(texts.filter((each) => !text.includes(each))).toEqual([]);
    }
  });
});

it('the search finds a page by its words and opens it by keyboard', longest, async () => {
  const { tab } = page;
  await page.read('errors/not_found');
  await tab.keyboard.press('/');
  await tab.keyboard.type('idempotency key');
  const results = tab.getByRole('dialog').getByRole('link');
  await expect.poll(() => results.count()).toBeGreaterThan(2);
  expect(await results.first().innerText()).toContain('Idempotency');
  expect(await violationsOf(tab)).toEqual([]);
  await tab.keyboard.press('ArrowDown');
  await Promise.all([tab.waitForURL(/retries/), tab.keyboard.press('Enter')]);
  await tab.keyboard.press('Control+k');
  for (const [query, title] of [
    ['createbooking', 'Create a booking'],
    ['rate_limited', 'rate_limited'],
    ['zzzz', ''],
  ] as const) {
    await tab.getByRole('searchbox').fill(query);
    const shown =
      title === '' ? tab.getByText('No page contains') : tab.getByRole('dialog').getByRole('link', { name: title });
    await expect.poll(() => shown.count()).toBeGreaterThan(0);
  }
  await tab.keyboard.press('Escape');
});

it('the menu of a phone lists the pages', longest, async () => {
  await using phone = await docs.openPage({ viewport: { width: 390, height: 844 } });
  const link = phone.tab.locator('#navigation').getByRole('link', { name: 'Quickstart' });
  expect(await link.isVisible()).toBe(false);
  await phone.tab.getByRole('button', { name: 'Menu' }).click();
  await Promise.all([phone.tab.waitForURL(/quickstart/), link.click()]);
});

it.each(['light', 'dark'] as const)('the diagram of the states is legible in %s mode', longest, async (colorScheme) => {
  await using own = await docs.openPage({ colorScheme });
  await own.read('reference/states');
  const diagram = own.tab.getByRole('img', { name: 'The states of a booking' });
  expect(await diagram.locator('desc').textContent()).toContain('From requires_action to expired by time.');
  const [ink = '', ...backgrounds] = await own.tab.evaluate<string[]>(colorsOf);
  // The nearest background that is not transparent. White is the default of a page.
  const background = backgrounds.find((color) => !color.endsWith(', 0)')) ?? 'rgb(255, 255, 255)';
  expect(contrast(ink, background)).toBeGreaterThan(7);
});

it('a page without its script is complete', longest, async () => {
  await using plain = await docs.openPage({ javaScriptEnabled: false });
  await plain.tab.goto(`${docs.world.url}/docs/${operationPath('createBooking')}.html`);
  // The fields of an object fold without it.
  for (const fold of await plain.tab.locator('main td summary').all()) await fold.click();
  expect(await plain.tab.locator('main').innerText()).toContain('guest.first_name');
  expect(await plain.tab.getByRole('button', { name: 'Search' }).isVisible()).toBe(false);
});

/** The color of the texts in the diagram, and the backgrounds of the elements around it. */
const colorsOf = `(() => {
  const text = document.querySelector('.state-diagram .name');
  const colors = [getComputedStyle(text).fill];
  for (let each = text; each; each = each.parentElement) colors.push(getComputedStyle(each).backgroundColor);
  return colors;
})()`;

/** Counts the elements of the page that extend beyond the screen and cannot be scrolled to. */
const cutOff = `[...document.querySelectorAll('main :is(table, svg, pre, code)')].filter((each) => {
  if (each.getBoundingClientRect().right <= innerWidth) return false;
  for (let around = each; around && around !== document.body; around = around.parentElement) {
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
