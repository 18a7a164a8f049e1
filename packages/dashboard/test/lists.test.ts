/**
 * Lists of more than one page: the next page, a filter, and a row beyond the first page.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import { limits } from '@booking-service/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/open-browser.ts';
import { openDashboard, openTab, type DashboardWorld, type Tab } from './support/open-dashboard.ts';

let browser: Browser;
let dashboard: DashboardWorld;
beforeAll(async () => {
  [browser, dashboard] = await Promise.all([openBrowser(), openDashboard('sqlite')]);
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.[Symbol.asyncDispose]();
});

it('keeps the rows of a page while the next one is read, and filters from the first page', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'operator' });
  const { page } = tab;
  const { organization_id } = await dashboard.world.addOrganization({ name: 'Long log' });
  await createKeys(tab, { organization_id, count: 51 });
  const audit = `${dashboard.url}/organizations/${organization_id}/audit`;
  const response = Promise.withResolvers<void>();
  await page.route('**/api/**/audit?*cursor=*', async (route) => {
    await response.promise;
    return route.continue();
  });
  await page.goto(audit);
  await page.getByRole('button', { name: 'Older' }).click();
  await page.locator('.table[aria-busy]').waitFor();
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(50);
  response.resolve();
  await page.getByText('This is the last page.').waitFor();
  await expect.poll(() => rows.count()).toBeLessThan(50);
  await page.getByLabel('Action').selectOption('Create API key');
  await expect.poll(() => page.url()).toBe(`${audit}?action=createApiKey`);
  await expect.poll(() => rows.count()).toBe(50);
  expect(tab.faults).toEqual([]);
});

it('opens a key by its address, beyond the newest 100', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'operator' });
  const { page } = tab;
  const { organization_id } = await dashboard.world.addOrganization({ name: 'Many keys' });
  const oldest = await createKeys(tab, { organization_id, count: 102 });
  await page.goto(`${dashboard.url}/organizations/${organization_id}/api-keys/${oldest}`);
  await page.getByRole('dialog', { name: 'Key 0' }).getByText('Active').waitFor();
  await page.goto(`${dashboard.url}/organizations/${organization_id}/api-keys/key_none`);
  await page.getByText('This organization has no such key').waitFor();
  expect(tab.faults).toEqual([]);
});

/** Creates API keys as the page does, and returns the id of the oldest one, which has the name `Key 0`. */
async function createKeys(
  { page }: Tab,
  { organization_id, count }: { readonly organization_id: string; readonly count: number },
): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const create = async (index) => {
      const response = await fetch('/api/organizations/${organization_id}/keys', {
        method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ mode: 'test', name: 'Key ' + index, scopes: [] }),
      });
      return (await response.json()).api_key.id;
    };
    const oldest = await create(0);
    await Promise.all(Array.from({ length: ${count - 1} }, (_, index) => create(index + 1)));
    return oldest;
  })()`);
}

it('ADM-8: shows that a person sent too many requests, and reads again once the window has ended', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'viewer' });
  const { page } = tab;
  const { world, organization_id } = dashboard;
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const status = await page.evaluate(async (path) => {
    let last = 200;
    for (let sent = 0; last === 200 && sent < 20; sent += 1) last = (await fetch(path)).status;
    return last;
  }, `/api/organizations/${organization_id}/request-counts`);
  expect(status).toBe(429);
  // The overview has read the settings, and the cache would show them. It has not read the keys.
  await page.getByRole('link', { name: 'API keys', exact: true }).click();
  await page.getByRole('alert').getByText('Too many requests').first().waitFor();
  expect(await page.locator('.row-link').count()).toBe(0);
  await world.clock.advance(limits.window_seconds * 1000);
  await tab.pass(limits.window_seconds * 1000);
  await page.locator('.row-link').first().waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expect(tab.faults).toEqual([]);
});
