/**
 * Signs in at a real issuer of OpenID Connect in Chromium.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @boundaries-ignore the issuer of the tests of every package comes from one place
import { startIssuer, type TestIssuer } from '../../server/test/sign-in/start-issuer.ts';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../server/test/support/processes/free-ports.ts';
import { findPageFaults, openBrowser } from './support/open-browser.ts';
import { type DashboardWorld, engines, openDashboard, openTab } from './support/open-dashboard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe.each(engines)('on %s', (engine) => {
  let dashboard: DashboardWorld;
  let issuer: TestIssuer;
  beforeAll(async () => {
    const port = Number((await freePorts())[0]);
    issuer = await startIssuer(`http://127.0.0.1:${port}/sign-in/company`);
    issuer.people.set('ada', { name: 'Ada Byron', groups: ['customers'] });
    const { url, client_id, client_secret } = issuer;
    const named = { name: 'company', title: 'Example Company', issuer: url, client_id, client_secret };
    dashboard = await openDashboard(engine, {
      port,
      operator: { name: 'Harbour Bookings', contact: 'help@harbour.test' },
      issuersOf: (organization_id) => [
        {
          ...named,
          scopes: ['profile', 'groups'],
          roles: [{ claim: 'groups', value: 'customers', role: 'admin', organization_id }],
        },
      ],
    });
  });
  afterAll(async () => {
    await dashboard?.[Symbol.asyncDispose]();
    await issuer?.[Symbol.asyncDispose]();
  });

  const toIssuer = (page: Page) => page.getByRole('button', { name: 'Continue with Example Company' }).click();
  const signInAs = async (page: Page, login: string) => {
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
  };
  /** The pages of the issuer are requests to another host. */
  const ownFaults = (faults: readonly string[]) => faults.filter((fault) => !fault.includes(issuer.url));

  it('signs in at the issuer and returns to the address, without its response in the address', async () => {
    const path = `/organizations/${dashboard.organization_id}/settings?from=mail`;
    await using tab = await openTab(browser, dashboard, { path });
    const { page } = tab;
    await page.getByRole('button', { name: 'Continue with Example Company' }).waitFor();
    await page.getByText('Harbour Bookings').waitFor();
    expect(await page.getByRole('link', { name: 'help@harbour.test' }).getAttribute('href')).toBe(
      'mailto:help@harbour.test',
    );
    expect(await findPageFaults(page)).toEqual([]);
    await toIssuer(page);
    await signInAs(page, 'ada');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(page.url()).toBe(dashboard.url + path);
    await page.getByRole('button', { name: 'Account' }).click();
    expect(await page.getByText('Ada Byron').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await page.goBack().catch(() => null);
    expect(page.url()).not.toMatch(/code=|state=/);
    expect(ownFaults(tab.faults)).toEqual([]);
  });

  it('shows a person the own sessions, and ends that of another browser', async () => {
    const open = async () => {
      const tab = await openTab(browser, dashboard, { path: '/sign-in' });
      await toIssuer(tab.page);
      await signInAs(tab.page, 'ada');
      await tab.page.getByRole('heading', { name: 'Overview' }).waitFor();
      return tab;
    };
    await using other = await open();
    await using tab = await open();
    const { page } = tab;
    await page.getByRole('link', { name: 'Your sessions' }).click();
    const rows = page.locator('tbody tr');
    await rows.filter({ hasText: 'This browser' }).waitFor();
    // The newest other one.
    await rows.nth(1).getByRole('button').click();
    expect(await findPageFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'End session' }).click();
    await page.getByText('The session has ended.').waitFor();
    expect(await rows.filter({ hasText: 'This browser' }).getByRole('button').count()).toBe(0);
    expect(await findPageFaults(page)).toEqual([]);
    await other.page.reload();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect([...ownFaults(tab.faults), ...ownFaults(other.faults)]).toEqual([]);
  });

  it('explains that an account has no access, and that a sign-in did not complete', async () => {
    await using tab = await openTab(browser, dashboard, { path: '/sign-in' });
    const { page } = tab;
    await toIssuer(page);
    await signInAs(page, 'eve');
    await page.getByRole('heading', { name: 'Your account has no access' }).waitFor();
    expect(page.url()).toBe(`${dashboard.url}/sign-in/company`);
    expect(await page.getByRole('alert').innerText()).toContain('Ask the people who run this service');
    // Another site sends the browser here: the cookie of a sign-in is missing, or is of another one.
    for (const response of ['code=foreign&state=foreign', 'error=access_denied&state=foreign', '']) {
      await page.goto(`${dashboard.url}/sign-in/company?${response}`);
      await page.getByRole('heading', { name: 'The sign-in did not complete' }).waitFor();
    }
    expect(await findPageFaults(page)).toEqual([]);
    expect(ownFaults(tab.faults)).toEqual([]);
  });

  it('never leaves the dashboard after a sign-in, whatever address the tab keeps', async () => {
    await using tab = await openTab(browser, dashboard, { path: '/sign-in' });
    const { page } = tab;
    await page.evaluate("sessionStorage.setItem('return-address', '//foreign.test/page')");
    await toIssuer(page);
    await signInAs(page, 'ada');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${dashboard.url}/organizations/${dashboard.organization_id}`);
    expect(ownFaults(tab.faults)).toEqual([]);
  });

  it('reports an issuer that does not respond, and signs in when it does', async () => {
    issuer.faults.set('/token', (_req, res) => void res.destroy());
    await using tab = await openTab(browser, dashboard, { path: '/sign-in' });
    const { page } = tab;
    await toIssuer(page);
    await signInAs(page, 'ada');
    await page.getByText('The issuer that signs you in does not respond as it should.').waitFor();
    issuer.faults.clear();
    // The issuer remembers the person.
    await toIssuer(page);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(ownFaults(tab.faults)).toEqual([]);
  });
});
