/**
 * The console of the operator, in a browser against a real server whose supplier fails: health and stuck bookings.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import { createSandboxProvider, type Outcome } from '@booking-service/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPageFaults, openBrowser } from '../support/open-browser.ts';
import {
  type DashboardWorld,
  engines,
  makeBooking,
  openDashboard,
  openTab,
  type Tab,
} from '../support/open-dashboard.ts';

const confirmed: Outcome = { outcome: 'confirmed', confirmation_code: 'HARBOUR-1' };
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe.each(engines)('%s', (engine) => {
  const harbour = { isUp: false };
  let dashboard: DashboardWorld;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    const sandbox = createSandboxProvider({ clock: { now: () => dashboard.world.clock.now() } });
    const provider = {
      ...sandbox,
      name: 'harbour',
      book: async (): Promise<Outcome> => {
        if (harbour.isUp) return confirmed;
        throw new Error('The supplier has no answer for ada@diner.test.');
      },
    };
    dashboard = await openDashboard(engine, {}, { providers: [provider] });
    tab = await openTab(browser, dashboard, { role: 'operator' });
    ({ page } = tab);
  });
  beforeEach(() => {
    tab.faults.splice(0);
    harbour.isUp = false;
  });
  afterAll(async () => {
    await tab?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  const actions = async () =>
    (await dashboard.world.store.listAuditEntries({ limit: 50 })).map(({ action, target }) => `${action} ${target}`);

  it('leads from the health of the service to a stuck booking, and retries it', async () => {
    const id = await makeBooking(dashboard.world);
    await page.goto(`${dashboard.url}/operator/health`);
    await page.getByText('The supplier has no answer for [masked].').first().waitFor();
    await page.getByText('0.1.0').waitFor();
    expect(await findPageFaults(page)).toEqual([]);
    await page.getByRole('row', { name: 'Bookings and payments' }).getByRole('link', { name: '1' }).click();

    const row = page.getByRole('listitem').filter({ hasText: id });
    await row.getByText(/The booking has failed \d\d times in a row/).waitFor();
    await row.getByText('The supplier has no answer for [masked].').waitFor();
    expect(await page.getByText('ada@diner.test').count()).toBe(0);
    expect(await findPageFaults(page)).toEqual([]);
    harbour.isUp = true;
    await row.getByRole('button', { name: `Retry now: booking ${id}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry now' }).click();
    await page.getByText('The booking is due at its supplier.').first().waitFor();
    await dashboard.world.clock.advance(2000);
    await tab.pass(10_000);
    await page.getByText('No booking is stuck').waitFor();
    expect(await actions()).toContain(`retryBooking ${id}`);
    expect(tab.faults).toEqual([]);
  });

  it('shows the failed attempts on the page of a booking, and fails it', async () => {
    const id = await makeBooking(dashboard.world);
    await page.goto(`${dashboard.url}/operator/stuck`);
    await page.getByRole('link', { name: id }).click();
    const drawer = page.getByRole('dialog', { name: 'Booking', exact: true });
    await drawer.getByText(/The booking has failed \d\d times in a row/).waitFor();
    expect(await findPageFaults(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Fail booking…' }).click();
    const question = page.getByRole('dialog', { name: 'Fail this booking?' });
    expect(await findPageFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Fail booking' }).click();
    await drawer.getByText('booking.failed', { exact: true }).first().waitFor();
    expect(await actions()).toContain(`failBooking ${id}`);
    await dashboard.world.clock.advance(20_000);
    await tab.pass(10_000);
    await expect.poll(() => drawer.getByText('The release at the supplier').count()).toBe(0);
    expect(tab.faults).toEqual([]);
  });

  it('shows a member the attempts, and offers neither a retry nor a failure', async () => {
    const id = await makeBooking(dashboard.world);
    await using own = await openTab(browser, dashboard, { role: 'admin' });
    await own.page.goto(`${dashboard.url}/organizations/${dashboard.organization_id}/bookings/${id}`);
    await own.page.getByText(/The booking has failed \d\d times in a row/).waitFor();
    expect(await own.page.getByRole('button', { name: 'Retry now…' }).count()).toBe(0);
    expect(await own.page.getByText('The supplier has no answer').count()).toBe(0);
    await own.page.goto(`${dashboard.url}/operator/stuck`);
    await own.page.getByText('You cannot open this page').waitFor();
    expect(own.faults).toEqual([]);
  });

  it('opens the page of an id from the box at the top, and refuses a secret', async () => {
    const id = await makeBooking(dashboard.world);
    const { organization_id } = dashboard;
    const [delivery] = (await dashboard.world.store.listDeliveries({ organization_id, limit: 1 })).rows;
    await page.goto(`${dashboard.url}/operator/stuck`);
    const box = page.getByRole('searchbox', { name: 'Find by id' });
    const find = async (text: string) => {
      await box.fill(text);
      await page.keyboard.press('Enter');
    };
    await find(id);
    await page.getByRole('dialog', { name: 'Booking', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/organizations/${organization_id}/bookings/${id}`);
    await page.getByRole('button', { name: 'Close' }).click();
    await find(delivery?.id ?? '');
    await page.getByRole('dialog').getByText('booking.created').first().waitFor();
    expect(page.url()).toContain(`/webhooks/${delivery?.id}`);
    await page.getByRole('button', { name: 'Close' }).click();
    await find('Din');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await find('dlv_none');
    await page.getByText('No delivery has this id').waitFor();
    expect(await findPageFaults(page)).toEqual([]);
    await find(dashboard.world.organization.keys.test);
    await page.getByText('This is a secret').waitFor();
    expect(page.url()).not.toContain('sk_test');
    expect(tab.faults).toEqual([]);
  });
});
