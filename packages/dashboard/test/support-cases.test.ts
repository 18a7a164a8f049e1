/**
 * The questions of docs/operate/support-cases.md, answered in Chromium by the links, fields and buttons that the page names in bold.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSandboxProvider, type Outcome } from '@booking-service/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findPageFaults, openBrowser } from './support/open-browser.ts';
import {
  createBooking,
  type DashboardWorld,
  makeBooking,
  openDashboard,
  openTab,
  type Tab,
} from './support/open-dashboard.ts';

const cases = readFileSync(new URL('../../../docs/operate/support-cases.md', import.meta.url), 'utf8');

/** Returns the bold words of the answer to this question. */
function wordsOf(question: string): string[] {
  const section = cases.split(/^## /m).find((text) => text.startsWith(`${question}\n`)) ?? '';
  const [, answer = ''] = section.split('In the dashboard:');
  return [...answer.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words.replaceAll(/\s+/g, ' '));
}

let isUp = true;
let browser: Browser;
let dashboard: DashboardWorld;
let tab: Tab;
let page: Page;
/** The words of the screens, links and fields that the test used. */
const used: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  const sandbox = createSandboxProvider({ clock: { now: () => dashboard.world.clock.now() } });
  const book = async (): Promise<Outcome> => {
    if (isUp) return { outcome: 'confirmed', confirmation_code: 'HARBOUR-1' };
    throw new Error('The supplier is away.');
  };
  dashboard = await openDashboard('sqlite', {}, { providers: [{ ...sandbox, name: 'harbour', book }] });
  tab = await openTab(browser, dashboard, { role: 'operator' });
  ({ page } = tab);
});
beforeEach(() => {
  isUp = true;
  used.length = 0;
});
afterAll(async () => {
  await tab?.[Symbol.asyncDispose]();
  await dashboard?.[Symbol.asyncDispose]();
  await browser?.close();
});

/** Opens a screen by its link in the navigation. */
async function open(screen: string): Promise<void> {
  used.push(screen);
  await page
    .getByRole('navigation', { name: 'Screens' })
    .first()
    .getByRole('link', { name: screen, exact: true })
    .click();
  await page.getByRole('heading', { level: 1, name: screen }).waitFor();
}

async function press(words: string, role: 'link' | 'button' = 'button'): Promise<void> {
  used.push(words);
  await page.getByRole(role, { name: words }).first().click();
}

async function find(text: string): Promise<void> {
  used.push('Find by id');
  await page.getByRole('searchbox', { name: 'Find by id' }).fill(text);
  await page.keyboard.press('Enter');
}

const start = () => page.goto(`${dashboard.url}/organizations/${dashboard.organization_id}`);

it('I was charged twice', async () => {
  const { call, clock, store } = dashboard.world;
  const paid = { idempotency_key: 'order-1', payment_collection: 'cardservice_external' };
  const id = await createBooking(dashboard.world, paid);
  await call('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } });
  await clock.advance(4_000);
  expect(await createBooking(dashboard.world, paid)).toBe(id);
  const other = await makeBooking(dashboard.world);
  const { organization_id } = dashboard;
  await expect
    .poll(async () => (await store.listBookingRequests({ organization_id, booking_id: id, limit: 10 })).length)
    .toBe(3);
  await start();
  await find(id);
  await expect
    .poll(() => page.getByRole('dialog').getByRole('link', { name: 'POST /v1/bookings', exact: true }).count())
    .toBe(2);
  await press('Capture the payment', 'link');
  expect(await page.getByRole('link', { name: 'Capture the payment' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Close' }).click();
  await open('Requests');
  used.push('Operation');
  await page.getByRole('textbox', { name: 'Operation' }).fill('createBooking');
  await page.keyboard.press('Enter');
  const rows = page.locator('.row-link');
  await expect.poll(() => rows.count()).toBe(3);
  const seen: (string | null)[] = [];
  for (const row of [rows.nth(0), rows.nth(1), rows.nth(2)]) {
    await row.click();
    seen.push(await page.getByRole('dialog').getByRole('link', { name: 'bkg_' }).textContent());
    await page.getByRole('button', { name: 'Close' }).click();
  }
  expect(seen).toEqual([other, id, id]);
  expect(used).toEqual(wordsOf('I was charged twice'));
});

it('My booking is stuck since yesterday', async () => {
  isUp = false;
  const id = await makeBooking(dashboard.world);
  await start();
  await find(id);
  const errors = page.locator('.timeline').getByText('The supplier is away.');
  await errors.first().waitFor();
  await press('Retry now');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await press('Fail booking');
  await page.getByRole('button', { name: 'Fail booking', exact: true }).click();
  await expect
    .poll(
      async () =>
        (await dashboard.world.store.findBooking({ organization_id: dashboard.organization_id, id }))?.booking.status,
    )
    .toBe('failed');
  // Its last webhook is sent. The errors stay after the end of the run.
  await dashboard.world.clock.advance(60_000);
  await page.reload();
  await errors.first().waitFor();
  isUp = false;
  const next = await makeBooking(dashboard.world);
  await start();
  await open('Stuck bookings');
  await page.getByRole('listitem').filter({ hasText: next }).getByText('The supplier is away.').waitFor();
  await open('Health');
  await page.getByText('Latest error: The supplier is away.').waitFor();
  expect(used).toEqual(wordsOf('My booking is stuck since yesterday'));
});

it('My webhook did not arrive', async () => {
  const id = await makeBooking(dashboard.world, { response: 500 });
  await start();
  await find(id);
  await page.getByText('Attempt 1: 500').first().waitFor();
  await press('Delivery with its requests and responses', 'link');
  used.push('Resend');
  await page.getByRole('dialog').getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByText('The delivery is sent at the next tick').first().waitFor();
  expect(used).toEqual(wordsOf('My webhook did not arrive'));
});

it('Why do we get 429s', async () => {
  const { store, call } = dashboard.world;
  await store.setLimits(dashboard.organization_id, { rate_limit: 1 });
  const search = async () => (await call('POST', '/v1/venues/search', { body: {} })).status;
  expect([await search(), await search()]).toEqual([200, 429]);
  await store.setLimits(dashboard.organization_id, { rate_limit: 300 });
  await dashboard.world.clock.advance(5000);
  await page.goto(`${dashboard.url}/operator/stuck`);
  await open('Overview');
  await page.getByText('This window of 5 minutes').waitFor();
  await open('Requests');
  used.push('Status');
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Refused (4xx)' });
  await page.getByText('rate_limited').filter({ visible: true }).first().waitFor();
  expect(used).toEqual(wordsOf('Why do we get 429s'));
});

it('Who got the 503s at 14:02', async () => {
  const { store, clock } = dashboard.world;
  const { organization_id } = dashboard;
  const minute = Math.floor(clock.now().getTime() / 60_000) * 60_000;
  const rowAt = (at: number, id: string) => ({
    organization_id,
    mode: 'live' as const,
    position: `req_${at.toString(16).padStart(12, '0')}${'0'.repeat(20)}`,
    id,
    created: new Date(at).toISOString(),
    operation: 'createBooking',
    method: 'POST',
    path: '/v1/bookings',
    status: 503,
    error_code: 'service_unavailable',
    key_id: 'key_of_503s',
    idempotency_key: null,
    booking_id: null,
    latency_ms: 9,
  });
  await store.recordRequests([rowAt(minute - 90_000, 'req_earlier1'), rowAt(minute + 30_000, 'req_at_14_02')]);
  await page.goto(`${dashboard.url}/operator/stuck`);
  await open('Failed requests');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
  for (const [words, at] of [
    ['From', minute],
    ['Before', minute + 60_000],
  ] as const) {
    used.push(words);
    // The field takes the time of the browser.
    const local = await page.evaluate<string>(
      `new Date(${at} - new Date(${at}).getTimezoneOffset() * 60000).toISOString().slice(0, 16)`,
    );
    await page.getByLabel(words, { exact: true }).fill(local);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  const row = page.locator('tbody tr').first();
  expect(await row.innerText()).toContain(organization_id);
  expect(await row.innerText()).toContain('key_of_503s');
  expect(await findPageFaults(page)).toEqual([]);
  await page.locator('.row-link').first().click();
  await page.getByRole('dialog').getByText('req_at_14_02').first().waitFor();
  expect(used).toEqual(wordsOf('Who got the 503s at 14:02'));
});

it('My API key does not work', async () => {
  const { store, clock, organization } = dashboard.world;
  const keys = await store.listApiKeys({ organization_id: dashboard.organization_id, limit: 10 });
  const key = keys.find(({ mode }) => mode === 'live');
  await store.revokeApiKey({ organization_id: dashboard.organization_id, id: key?.id ?? '' }, clock.now());
  await start();
  await find(hash('sha256', organization.keys.live, 'hex').slice(0, 12));
  await page.getByRole('dialog').getByText('Revoked').first().waitFor();
  expect(page.url()).toContain(`/api-keys/${key?.id}`);
  expect(used).toEqual(wordsOf('My API key does not work'));
  expect(tab.faults).toEqual([]);
});
