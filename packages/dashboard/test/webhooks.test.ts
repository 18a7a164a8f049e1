/**
 * The delivery history in Chromium, against a real server on both engines.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DashboardWorld,
  engines,
  makeBooking,
  openDashboard,
  openTab,
  type Tab,
} from './support/open-dashboard.ts';
import { openBrowser } from './support/open-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe.each(engines)('on %s', (engine) => {
  let dashboard: DashboardWorld;
  let tab: Tab;
  let page: Tab['page'];
  let list: string;
  let failed: string;
  const rows = () => page.locator('tbody tr');
  beforeAll(async () => {
    dashboard = await openDashboard(engine);
    await makeBooking(dashboard.world);
    failed = await makeBooking(dashboard.world, { response: 500 });
    tab = await openTab(browser, dashboard, { role: 'admin' });
    page = tab.page;
    list = `${dashboard.url}/organizations/${dashboard.organization_id}/webhooks`;
  });
  afterAll(async () => {
    await tab?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  it('filters, and keeps the filters in the address', async () => {
    await page.goto(list);
    await expect.poll(() => rows().count()).toBe(4);
    await page.getByLabel('State').selectOption('Abandoned');
    await expect.poll(() => rows().count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('state')).toBe('abandoned');
    await page.getByLabel('Event', { exact: true }).selectOption('booking.created');
    await expect.poll(() => rows().count()).toBe(1);
    await page.goBack();
    await expect.poll(() => rows().count()).toBe(2);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('textbox', { name: 'Booking' }).fill(failed);
    await page.keyboard.press('Enter');
    await expect.poll(() => rows().count()).toBe(2);
    await page.reload();
    await expect.poll(() => page.getByRole('textbox', { name: 'Booking' }).inputValue()).toBe(failed);
    await page.getByLabel('Last response').selectOption('2xx, accepted');
    await page.getByRole('heading', { name: 'No delivery matches these filters' }).waitFor();
  });

  it('keeps the name of an event on one line on a narrow laptop', async () => {
    await page.goto(list);
    await page.locator('.row-link').first().waitFor();
    await page.setViewportSize({ width: 1100, height: 900 });
    const lines = await page.evaluate("document.querySelector('.row-link').getClientRects().length");
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(lines).toBe(1);
  });

  it('shows each attempt with the request, the response, and the verdict on its signature', async () => {
    await page.goto(`${list}?booking_id=${failed}`);
    await page.locator('.row-link').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Attempt 4').waitFor();
    expect(await drawer.getByText(/^Attempt \d$/).allInnerTexts()).toEqual([
      'Attempt 4',
      'Attempt 3',
      'Attempt 2',
      'Attempt 1',
    ]);
    const text = await drawer.innerText();
    for (const part of [
      'Service-Signature',
      'application/json',
      'seen',
      'The endpoint failed.',
      failed,
      '"type": "booking.',
    ])
      expect(text).toContain(part);

    await drawer.getByRole('button', { name: 'Check the signature' }).first().click();
    await drawer.getByLabel('Signing secret').fill('whsec_another');
    await drawer.getByRole('button', { name: 'Check', exact: true }).click();
    await drawer.getByText('Another secret signed this attempt.').waitFor();
    await drawer.getByRole('button', { name: 'Check with the current secret' }).click();
    await drawer.getByText('The secret, the header and the body belong together.').waitFor();

    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).toBe(`${list}?booking_id=${failed}`);
  });

  it('deletes a stored response after a question', async () => {
    await page.goto(`${list}?booking_id=${failed}`);
    await page.locator('.row-link').last().click();
    const drawer = page.getByRole('dialog', { name: 'booking.created' });
    await drawer.getByRole('button', { name: 'Delete the stored response' }).first().click();
    await page.getByRole('button', { name: 'Delete response' }).click();
    await drawer.getByText('The stored response was deleted').waitFor();
    expect(await drawer.locator('details[open]').innerText()).not.toContain('seen');
    await page.keyboard.press('Escape');
  });

  it('updates the first page by itself, until it is paused', async () => {
    await page.goto(list);
    await expect.poll(() => rows().count()).toBe(4);
    await makeBooking(dashboard.world);
    await expect.poll(async () => (await tab.pass(3000), rows().count())).toBe(6);

    // An update is under way when the updates are paused: it must not change the list afterwards.
    let isUnderWay = false;
    const paused = Promise.withResolvers<void>();
    const readings = (url: URL) => url.pathname.endsWith('/deliveries');
    await page.route(readings, async (route) => {
      isUnderWay = true;
      await paused.promise;
      await route.continue().catch(() => undefined);
    });
    await expect.poll(async () => (await tab.pass(3000), isUnderWay)).toBe(true);
    const cancelled = page.waitForEvent('requestfailed', { predicate: (request) => readings(new URL(request.url())) });
    await page.getByRole('button', { name: 'Live updates' }).click();
    await cancelled;
    await makeBooking(dashboard.world);
    paused.resolve();
    await page.unroute(readings);
    await tab.pass(10_000);
    expect(await rows().count()).toBe(6);

    await page.getByRole('button', { name: 'Live updates' }).click();
    await expect.poll(async () => (await tab.pass(3000), rows().count())).toBe(8);
  });

  it('resends one delivery, and then a selection, whose number it shows before', async () => {
    await page.goto(`${list}?state=abandoned`);
    await page.locator('.row-link').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Resend' }).click();
    await drawer.getByText('Pending').waitFor();
    await dashboard.world.clock.advance(31_000);
    await expect.poll(async () => (await tab.pass(2000), drawer.getByText('Succeeded').count())).toBe(1);
    await drawer.getByText('Attempt 5').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Resend many' }).click();
    await drawer.getByText('1 delivery matches.').waitFor();
    await drawer.getByLabel('Event type').selectOption('booking.cancelled');
    await drawer.getByText('No delivery matches.').waitFor();
    expect(await drawer.getByRole('button', { name: 'Resend', exact: true }).isDisabled()).toBe(true);
    await drawer.getByLabel('Event type').selectOption('All');
    await drawer.getByLabel('Response').selectOption('5xx, server error');
    await drawer.getByLabel('Resend what is').selectOption('Succeeded');
    await drawer.getByText('No delivery matches.').waitFor();
    await drawer.getByLabel('Resend what is').selectOption('Abandoned');
    await drawer.getByText('1 delivery matches.').waitFor();
    await drawer.getByRole('button', { name: 'Resend', exact: true }).click();
    await drawer.getByText('1 resent.').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).first().click();
    await dashboard.world.clock.advance(31_000);
    await expect.poll(async () => (await tab.pass(3000), page.getByText('No delivery matches').count())).toBe(1);
  });

  it('shows the statistics, with the numbers as a table', async () => {
    await page.goto(list);
    await page.getByText('Statistics').click();
    await page.getByText(/% of attempts succeeded/).waitFor();
    await page.getByText('Numbers').click();
    const table = page.getByRole('table', { name: 'Attempts over time' });
    expect(await table.locator('tbody tr').first().locator('td').last().innerText()).toMatch(/^\d+ ms$/);
    const counted = await table.locator('tbody td:nth-child(2)').allInnerTexts();
    expect(counted.reduce((sum, each) => sum + Number(each), 0)).toBe(8);
  });
});

it.each(engines)('pages with the cursor in the address, and back, on %s', async (engine) => {
  await using dashboard = await openDashboard(engine);
  await using tab = await openTab(browser, dashboard, { role: 'developer' });
  const { page } = tab;
  const list = `${dashboard.url}/organizations/${dashboard.organization_id}/webhooks`;
  await sendTestEvents(tab, { organization_id: dashboard.organization_id, count: 108 });
  const rows = () => page.locator('tbody tr').count();
  await page.goto(list);
  await page.getByRole('button', { name: 'Older' }).click();
  await expect.poll(() => page.url()).toContain('cursor=dlv_');
  const second = page.url();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByText('This is the last page.').waitFor();
  await expect.poll(rows).toBe(8);
  await page.getByRole('button', { name: 'Newer' }).click();
  await expect.poll(() => page.url()).toBe(second);
  await expect.poll(rows).toBe(50);
  await page.goBack();
  await page.getByText('This is the last page.').waitFor();
  // A link to a page has no pages before it, but the first one.
  await page.goto('about:blank');
  await page.goto(second);
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect.poll(() => page.url()).toBe(list);
  expect(tab.faults).toEqual([]);
});

/** Sends test events as the page does: more deliveries than a page has rows. */
async function sendTestEvents(
  { page }: Tab,
  { organization_id, count }: { readonly organization_id: string; readonly count: number },
): Promise<void> {
  await page.evaluate(`Promise.all(Array.from({ length: ${count} }, async () => {
    const { status } = await fetch('/api/organizations/${organization_id}/test-events', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"type":"booking.confirmed"}',
    });
    if (status !== 201) throw new Error('status ' + status);
  }))`);
}
