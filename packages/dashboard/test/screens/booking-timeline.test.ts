/**
 * The story of one booking in a browser: its supplier failed twice, it was paid, and a webhook failed once.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import { createSandboxProvider, type Outcome } from '@booking-service/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPageFaults, openBrowser } from '../support/open-browser.ts';
import { createBooking, openDashboard, openTab, type DashboardWorld, type Tab } from '../support/open-dashboard.ts';

const script = '<img src=x onerror=alert(1)>';
let browser: Browser;
let dashboard: DashboardWorld;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const sandbox = createSandboxProvider({ clock: { now: () => dashboard.world.clock.now() } });
  let calls = 0;
  const book = async (): Promise<Outcome> => {
    calls += 1;
    if (calls <= 2) throw new Error(`The supplier is away. ${script}`);
    return { outcome: 'confirmed', confirmation_code: 'HARBOUR-1' };
  };
  dashboard = await openDashboard('sqlite', {}, { providers: [{ ...sandbox, name: 'harbour', book }] });
  tab = await openTab(browser, dashboard, { role: 'operator' });
  ({ page } = tab);
});
afterAll(async () => {
  await tab?.[Symbol.asyncDispose]();
  await dashboard?.[Symbol.asyncDispose]();
  await browser?.close();
});

const story = [
  'Request POST /v1/bookings 201',
  'Change booking.created requires action',
  'Change booking.requires_action requires action',
  'Webhook booking.created Attempt 1: 500',
  'Webhook booking.requires_action Attempt 1: 204',
  'Request POST /v1/bookings/{id}/continue 200',
  'Change booking.processing processing',
  'Supplier harbour: Book failed',
  'Supplier harbour: Book failed',
  'Supplier harbour: Book succeeded',
  'Payment Capture the payment succeeded',
  'Change booking.confirmed confirmed',
  'Webhook booking.created Attempt 2: 204',
  'Webhook booking.processing Attempt 1: 204',
  'Webhook booking.confirmed Attempt 1: 204',
];

/** Makes the booking, and returns its id once the log has its requests. */
async function makeStory({ world, organization_id }: DashboardWorld): Promise<string> {
  const { call, clock, endpoint, store } = world;
  endpoint.responses.push(500);
  const id = await createBooking(world, { payment_collection: 'cardservice_external' });
  // The entry of a request is at its begin: its response, less the latency in the time of the computer.
  await clock.advance(45_000);
  await call('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } });
  await clock.advance(120_000);
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return (await store.listBookingRequests({ organization_id, booking_id: id, limit: 10 })).length;
    })
    .toBe(2);
  return id;
}

it('STA-14 CRD-7 DLV-7: shows the whole story of a booking in one order, and leads to each part', async () => {
  const id = await makeStory(dashboard);
  const address = `${dashboard.url}/organizations/${dashboard.organization_id}/bookings/${id}`;
  await page.goto(address);
  const drawer = page.getByRole('dialog', { name: 'Booking' });
  const entries = drawer.locator('.timeline > li');
  await expect.poll(() => entries.count()).toBe(story.length);
  // Each without its time, which is at the end.
  const heads = await entries.locator('p:first-child').allInnerTexts();
  expect(heads.map((head) => head.split('\n').slice(0, -1).join(' '))).toEqual(story);
  const failed = entries.filter({ hasText: 'harbour: Book' });
  await failed.nth(1).getByText(`The supplier is away. ${script}`).waitFor();
  await failed
    .nth(2)
    .getByText(/^attempt 3, after/)
    .waitFor();
  await entries.filter({ hasText: 'Capture' }).getByText('EUR 50.00').waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  await drawer.locator('.timeline').scrollIntoViewIfNeeded();
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.screenshot({ path: '/tmp/story-1280.png' });
  expect(await findPageFaults(page)).toEqual([]);

  await entries.getByRole('link', { name: 'Capture the payment' }).click();
  expect(new URL(page.url()).hash).toBe('#payment');
  await page.goto(address);
  await entries.getByRole('link', { name: 'POST /v1/bookings', exact: true }).click();
  await page.waitForURL(/\/requests\/req_/);
  await page.getByRole('dialog').getByRole('link', { name: id }).click();
  await entries.filter({ hasText: 'Attempt 1: 500' }).getByRole('link', { name: 'booking.created' }).click();
  await page.waitForURL(/\/webhooks\/dlv_/);
  await page.getByRole('dialog').getByText('Attempt 2').waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(tab.faults).toEqual([]);
});
