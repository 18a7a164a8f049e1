/**
 * The screens of the operator, in a browser against a real server.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DashboardWorld, engines, openDashboard, openLink, openTab, type Tab } from '../support/open-dashboard.ts';
import { openBrowser } from '../support/open-browser.ts';

const script = '<img src=x onerror=alert(1)>';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe.each(engines)('%s', (engine) => {
  let dashboard: DashboardWorld;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    dashboard = await openDashboard(engine);
    tab = await openTab(browser, dashboard, { role: 'operator' });
    ({ page } = tab);
  });
  beforeEach(() => tab.faults.splice(0));
  afterAll(async () => {
    await tab?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  it('creates an organization, sets its limits, suspends and resumes it', async () => {
    await page.goto(`${dashboard.url}/operator/organizations`);
    await page.getByRole('button', { name: 'Create organization' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(script);
    await form.getByLabel('Webhook URL').fill('http://user@diner.test/');
    await page.keyboard.press('Enter');
    await form.getByRole('alert').waitFor();
    await form.getByLabel('Webhook URL').fill('');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('region', { name: 'The signing secret' }).textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: script }).waitFor();

    await page.getByRole('link', { name: script }).click();
    const drawer = page.getByRole('dialog', { name: script });
    await drawer.getByLabel('Requests in 5 minutes').fill('20');
    await drawer.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('The limits are saved.').waitFor();
    const id = /org_\w+/.exec(page.url())?.[0] ?? '';
    const stored = () => dashboard.world.store.findListedOrganization(id);
    expect(await stored()).toMatchObject({ rate_limit: 20, test_allowance: 100, suspended: false });

    await drawer.getByRole('button', { name: 'Suspend…' }).click();
    await page.getByRole('button', { name: 'Suspend organization' }).click();
    await drawer.getByText('Suspended', { exact: true }).waitFor();
    expect(await stored()).toMatchObject({ suspended: true });
    await drawer.getByRole('button', { name: 'Resume…' }).click();
    await page.getByRole('button', { name: 'Resume organization' }).click();
    await drawer.getByText('Active', { exact: true }).waitFor();
    expect(tab.faults).toEqual([]);
  });

  it('creates a sign-in link that works once, and revokes the session', async () => {
    await page.goto(`${dashboard.url}/operator/sessions`);
    await page.getByText('You', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create sign-in link' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name of the person' }).fill(script);
    await form.getByLabel('Role').selectOption('viewer');
    await form.getByRole('combobox', { name: 'Organization' }).selectOption(dashboard.organization_id);
    await form.getByRole('button', { name: 'Create link' }).click();
    const link = (await page.getByRole('region', { name: 'The sign-in link' }).textContent()) ?? '';
    await page.getByRole('button', { name: 'I have copied it' }).click();

    const { pathname, hash } = new URL(link);
    await using guest = await openTab(browser, dashboard, { path: '/sign-in' });
    await openLink(guest.page, dashboard.url + pathname + hash);
    await guest.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await using late = await openTab(browser, dashboard, { path: pathname + hash });
    await late.page.getByRole('heading', { name: 'This link does not work' }).waitFor();

    await page.reload();
    await page.getByRole('button', { name: `Revoke the access of ${script}` }).click();
    await page.getByRole('button', { name: 'Revoke access' }).click();
    await page.getByRole('button', { name: `Revoke the access of ${script}` }).waitFor({ state: 'detached' });
    expect(tab.faults).toEqual([]);
    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect([...guest.faults, ...late.faults]).toEqual([]);
  });

  it('creates an access token that is shown once, and revokes it', async () => {
    await page.goto(`${dashboard.url}/operator/access-tokens`);
    await page.getByText('No access tokens yet').waitFor();
    await page.getByRole('button', { name: 'Create token' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name of its holder').fill(script);
    await form.getByLabel('Role').selectOption('operator');
    await form.getByLabel('Days until it expires').fill('2');
    await form.getByRole('button', { name: 'Create token' }).click();
    expect(await page.getByRole('region', { name: 'The access token' }).textContent()).toMatch(/^adm_/);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain('adm_');
    await page.getByRole('button', { name: `Revoke the token of ${script}` }).click();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByRole('cell', { name: 'Revoked' }).waitFor();
    expect(tab.faults).toEqual([]);
  });

  it('shows the audit log of the service, by action', async () => {
    await page.goto(`${dashboard.url}/operator/audit`);
    await page.getByText('Create access token').last().waitFor();
    await page.getByLabel('Action').selectOption('setStanding');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(await page.locator('tbody tr').first().textContent()).toContain('standing: active');
    expect(tab.faults).toEqual([]);
  });
});
