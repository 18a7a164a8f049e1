/**
 * The path of a new developer, with the command that `npm start` runs: open the printed link, make a booking over HTTP, see its webhooks.
 * Then the controls of the sandbox. A sandbox has one engine.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPageFaults, openBrowser } from '../support/open-browser.ts';
import { openLink, openTab, type Tab } from '../support/open-dashboard.ts';
import { startSandbox, type StartedSandbox } from '../support/start-sandbox.ts';

let browser: Browser;
let sandbox: StartedSandbox;
let tab: Tab;
let page: Page;
beforeAll(async () => {
  [browser, sandbox] = await Promise.all([openBrowser(), startSandbox()]);
  tab = await openTab(browser, { url: sandbox.dashboardUrl }, { path: '/sign-in' });
  ({ page } = tab);
  await openLink(page, sandbox.link);
});
afterAll(async () => {
  await tab?.[Symbol.asyncDispose]();
  await browser?.close();
  await sandbox?.[Symbol.asyncDispose]();
});

async function send<Body>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Body> {
  const response = await fetch(sandbox.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sandbox.testKey}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Body;
}

async function book(venue_id: string, idempotency_key: string): Promise<string> {
  const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const slots = await send<{ data: { id: string }[] }>('/v1/availability/search', { venue_id, date, party_size: 2 });
  const booking = await send<{ id: string }>(
    '/v1/bookings',
    {
      venue_id,
      slot_id: slots.data[0]?.id,
      party_size: 2,
      guest: { first_name: 'Ada', last_name: '<img src=x onerror=alert(1)>', email: 'ada@diner.test' },
    },
    { 'Idempotency-Key': idempotency_key },
  );
  return booking.id;
}

const open = (name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true }).click();

it('opens the printed link, and shows the webhooks of a booking at the receiver and in the history', async () => {
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await open('Received webhooks');
  await page.getByText('No webhooks received yet').waitFor();
  const id = await book('ven_express_counter', 'order-1');
  await page.getByRole('link', { name: 'booking.confirmed' }).waitFor();
  expect(await page.getByText('Verified').count()).toBe(2);
  expect(await findPageFaults(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'booking.confirmed' }).click();
  const drawer = page.getByRole('dialog', { name: 'booking.confirmed' });
  await drawer.getByText('Verified: genuine and recent.').waitFor();
  expect(await drawer.getByRole('region', { name: 'The payload' }).textContent()).toContain(id);
  await drawer.getByText('service-signature').waitFor();
  expect(await findPageFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await drawer.getByRole('link', { name: id }).click();
  await page.getByRole('dialog', { name: 'Booking' }).getByText('booking.confirmed').first().waitFor();
  await page.keyboard.press('Escape');

  await open('Webhooks');
  await page.getByRole('link', { name: 'booking.confirmed' }).waitFor();
  expect(tab.faults).toEqual([]);

  const [, linked = ''] = /href="(http[^"]+)"/.exec(await (await fetch(sandbox.receiverUrl)).text()) ?? [];
  await page.goto(linked);
  await page.getByRole('heading', { name: 'Received webhooks' }).waitFor();
  await page.getByRole('link', { name: 'booking.confirmed' }).waitFor();
  expect(tab.faults).toEqual([]);
});

it('advances the clock: a booking that requires an action expires', async () => {
  const id = await book('ven_code_house', 'order-2');
  await open('Sandbox');
  await page.getByText('the time of this computer').waitFor();
  const shown = async () => Date.parse(await page.locator('.clock').innerText());
  const before = await shown();
  await page.getByRole('button', { name: /^Advance by 20 min/ }).click();
  await page.getByText('The clock was advanced by 20 min.').waitFor();
  await page.getByText('20 min ahead of this computer').waitFor();
  expect(await shown(), 'the clock itself').toBeGreaterThanOrEqual(before + 20 * 60_000);
  await page.getByLabel('Another span').fill('40');
  await page.getByLabel('Unit').selectOption('d');
  await page.getByRole('alert').getByText('One advance is at most 31 days.').waitFor();

  await open('Bookings');
  await page.getByRole('row').filter({ hasText: id }).getByText('expired').waitFor();
  expect(tab.faults).toEqual([]);
});

it('sets a fault, which every screen of it shows, and clears it', async () => {
  await open('Sandbox');
  const receiver = page.getByRole('form', { name: 'Fault of the webhook receiver' });
  await receiver.getByLabel(/^Behavior/).selectOption('failing');
  await receiver.getByRole('button', { name: 'Set fault' }).click();
  await receiver.locator('.badge').getByText('Failing').waitFor();
  await book('ven_express_counter', 'order-3');
  await open('Webhooks');
  await page.getByText('500').filter({ visible: true }).first().waitFor();
  await open('Sandbox');
  await page.getByRole('button', { name: 'Clear all faults' }).click();
  await receiver.locator('.badge').getByText('Normal').waitFor();
  expect(tab.faults).toEqual([]);
});

it('lists magic values and public keys that work', async () => {
  await open('Sandbox');
  await page.getByRole('button', { name: 'Copy ven_code_house' }).waitFor();
  await open('API keys');
  const row = page.getByRole('row').filter({ hasText: 'Suspended.' });
  const key = (await row.locator('code').first().textContent()) ?? '';
  const refused = await send<{ error_code: string }>('/v1/venues/search', {}, { Authorization: `Bearer ${key}` });
  expect(refused.error_code).toBe('org_suspended');
  expect(tab.faults).toEqual([]);
});
