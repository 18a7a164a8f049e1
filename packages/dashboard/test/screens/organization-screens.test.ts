/**
 * Bookings, API keys and the audit log of an organization, in a browser against a real server.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createBooking,
  type DashboardWorld,
  engines,
  openDashboard,
  openTab,
  type Tab,
} from '../support/open-dashboard.ts';
import { openBrowser } from '../support/open-browser.ts';

const script = '<img src=x onerror=alert(1)>';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Makes a booking and returns its id. */
function book(
  { world }: DashboardWorld,
  idempotency_key: string,
  venue = 'express_counter',
  more = {},
): Promise<string> {
  const guest = { first_name: script, email: 'ada@diner.test' };
  return createBooking(world, { venue, idempotency_key, guest, metadata: { note: script }, ...more });
}

describe.each(engines)('%s', (engine) => {
  let dashboard: DashboardWorld;
  let tab: Tab;
  let page: Page;
  let of: string;
  beforeAll(async () => {
    dashboard = await openDashboard(engine, { name: `Diner ${script}` });
    tab = await openTab(browser, dashboard, { role: 'admin' });
    ({ page } = tab);
    of = `${dashboard.url}/organizations/${dashboard.organization_id}`;
  });
  beforeEach(() => tab.faults.splice(0));
  afterAll(async () => {
    await tab?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  it('Bookings: suggests what to do without bookings, lists new ones, filters them, and keeps the filter in the address', async () => {
    await page.goto(`${of}/bookings`);
    await page.getByText('No bookings yet').waitFor();
    const confirmed = await book(dashboard, script);
    await book(dashboard, 'order-2', 'closed_kitchen');
    await tab.pass(6000);
    await page.getByRole('link', { name: confirmed }).waitFor();
    await page.getByLabel('Status').selectOption('failed');
    await page.getByRole('link', { name: confirmed }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?status=failed');
    expect(await page.getByRole('row').count()).toBe(2);
    await page.goBack();
    await page.getByRole('link', { name: confirmed }).waitFor();
    await page.getByLabel('Status').selectOption('cancelled');
    await page.getByText('Change or clear the filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: confirmed }).waitFor();
    expect(tab.faults).toEqual([]);
  });

  it('Bookings: finds one by its idempotency key, and shows its timeline with a link to each delivery', async () => {
    await page.goto(`${of}/bookings`);
    await page.getByRole('searchbox', { name: 'Id, idempotency key' }).fill(script);
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'Idempotency key' }).waitFor();
    await page.getByRole('row').nth(1).getByRole('link').click();
    const drawer = page.getByRole('dialog', { name: 'Booking' });
    await drawer.getByText('booking.confirmed').first().waitFor();
    expect(await drawer.locator('.timeline > .change').count()).toBe(2);
    await dashboard.world.clock.advance(30_000);
    await tab.pass(3000);
    await drawer.getByText('Attempt 1: 204').first().waitFor();
    expect(tab.faults).toEqual([]);

    await drawer
      .getByRole('link', { name: /^Delivery with/ })
      .first()
      .click();
    await page.waitForURL(/\/webhooks\/dlv_/);
    await page.getByRole('dialog').getByText('Attempt 1').waitFor();
    await page.goBack();
    await drawer.getByText('booking.confirmed').first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(page.url()).toContain('/bookings?search=');
  });

  it('Bookings: finds those of a guest for an admin, without the contact in an address, and records the search', async () => {
    const email = `guest-${engine}@diner.test`;
    const found = await book(dashboard, `guest-${engine}`, 'express_counter', { guest: { first_name: 'Ada', email } });
    await page.goto(`${of}/bookings`);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const box = page.getByRole('searchbox', { name: 'Id, idempotency key' });
    await box.fill(email.toUpperCase());
    await page.keyboard.press('Enter');
    await page.getByRole('row').nth(1).getByRole('link', { name: found }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: found }).click();
    await page.getByRole('dialog', { name: 'Booking' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: found }).waitFor();
    await box.fill('+49 (30) 1234-5678');
    await page.keyboard.press('Enter');
    await page.getByText('No booking of this organization has a guest with this address or number.').waitFor();
    expect([...addresses, page.url()].filter((url) => /guest-(?:sqlite|postgres)|%40|1234/i.test(url))).toEqual([]);

    const { organization_id } = dashboard;
    const entries = await dashboard.world.store.listAuditEntries({ organization_id, limit: 20 });
    const searches = entries.filter(({ action }) => action === 'findGuestBookings');
    expect(searches.map(({ details }) => details)).toEqual([{ bookings: 0 }, { bookings: 1 }]);
    expect(tab.faults).toEqual([]);
  });

  it('CRD-7: Bookings: shows the payment of a booking', async () => {
    const paid = await book(dashboard, 'order-paid', 'harbour_table', { payment_collection: 'cardservice_external' });
    await page.goto(`${of}/bookings/${paid}`);
    const drawer = page.getByRole('dialog', { name: 'Booking' });
    await drawer.getByRole('heading', { name: 'Payment' }).waitFor();
    await drawer.getByText('requires approval').waitFor();
    expect(await drawer.getByText('EUR 50.00').count()).toBe(2);
    await drawer.getByText('EUR 0.00').waitFor();
    await drawer.getByText(`pay_${paid.slice(4)}`).waitFor();
    await drawer.getByRole('button', { name: 'Copy the reference' }).waitFor();
    expect(tab.faults).toEqual([]);
  });

  it('Bookings: has nothing of another organization', async () => {
    const other = await dashboard.world.addOrganization({ name: 'Other' });
    await page.goto(`${dashboard.url}/organizations/${other.organization_id}/bookings`);
    await page.getByRole('alert').getByText(`No organization has the id ${other.organization_id}.`).waitFor();
    await page.goto(`${of}/bookings/bkg_of_another`);
    await page.getByRole('dialog').getByRole('alert').getByText('No booking has the id bkg_of_another.').waitFor();
    expect(await page.getByText('Other', { exact: true }).count()).toBe(0);
    expect(tab.faults).toEqual([]);
  });

  it('API keys: creates one that is shown once and works, renames it, and revokes it', async () => {
    await page.goto(`${of}/api-keys`);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(script);
    await page.getByLabel('venues:read').uncheck();
    await page.keyboard.press('Enter');
    const key = (await page.getByRole('region', { name: 'The API key' }).textContent()) ?? '';
    expect(key).toMatch(/^sk_test_/);
    const statusOf = async (method: string, path: string) =>
      (await dashboard.world.call(method, path, { key, ...(method === 'POST' && { body: {} }) })).status;
    const read = ['GET', `/v1/bookings/bkg_${'0'.repeat(32)}`] as const;
    expect([await statusOf(...read), await statusOf('POST', '/v1/venues/search')]).toEqual([404, 403]);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('link', { name: script }).waitFor();

    await page.getByRole('link', { name: script }).click();
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await page.getByRole('button', { name: 'Rename key' }).click();
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await page.getByRole('button', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('dialog').getByText('Revoked', { exact: true }).first().waitFor();
    expect(await statusOf(...read)).toBe(401);

    await page.getByRole('link', { name: 'Who changed it' }).click();
    await page.getByText('Revoke API key', { exact: true }).last().waitFor();
    expect(await page.locator('tbody tr').count()).toBe(3);
    await page.getByLabel('Action').selectOption('renameApiKey');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect(tab.faults).toEqual([]);
  });

  it('shows an admin the sessions of the organization, and ends one', async () => {
    await using member = await openTab(browser, dashboard, { role: 'viewer' });
    await using operator = await openTab(browser, dashboard, { role: 'operator' });
    await using own = await openTab(browser, dashboard, {
      role: 'admin',
      path: `/organizations/${dashboard.organization_id}/sessions`,
    });
    const rows = own.page.locator('tbody tr');
    const viewer = rows.filter({ hasText: 'viewer' }).first();
    await viewer.waitFor();
    expect((await rows.allInnerTexts()).filter((text) => /operator/i.test(text))).toEqual([]);
    expect(await rows.filter({ hasText: 'You' }).count()).toBe(1);
    await viewer.getByRole('button', { name: /Revoke/ }).click();
    await own.page.getByRole('button', { name: 'Revoke access' }).click();
    await own.page.getByText('The access is revoked.').waitFor();
    await member.page.reload();
    await member.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await operator.page.reload();
    await operator.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect([...member.faults, ...own.faults]).toEqual([]);
  });

  it('offers a viewer only what a viewer may do', async () => {
    await using own = await openTab(browser, dashboard, {
      role: 'viewer',
      path: `/organizations/${dashboard.organization_id}/api-keys`,
    });
    await own.page.getByRole('link', { name: 'Shop' }).click();
    await own.page.getByRole('dialog').getByText('Last used').waitFor();
    const buttons = await own.page.locator('main, dialog').getByRole('button').allTextContents();
    expect(buttons.filter((text) => /Create|Rename|Revoke/.test(text))).toEqual([]);
    for (const screen of ['audit', 'sessions']) {
      await own.page.goto(`${of}/${screen}`);
      await own.page.getByText('It needs the role admin.').waitFor();
    }
    await own.page.goto(`${of}/bookings`);
    await own.page.getByRole('searchbox', { name: 'Id, idempotency key' }).fill('ada@diner.test');
    await own.page.keyboard.press('Enter');
    await own.page.getByText('You cannot search for a guest').waitFor();
    await own.page.goto(`${dashboard.url}/operator/organizations`);
    await own.page.getByText('It needs the role support.').waitFor();
    expect(own.faults).toEqual([]);
  });
});
