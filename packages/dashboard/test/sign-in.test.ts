/**
 * Signs in to a real server in Chromium, and leaves it again.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPageFaults, openBrowser } from './support/open-browser.ts';
import { type DashboardWorld, engines, openDashboard, openLink, openTab } from './support/open-dashboard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe.each(engines)('on %s', (engine) => {
  let dashboard: DashboardWorld;
  beforeAll(async () => {
    dashboard = await openDashboard(engine);
  });
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  it('signs in with a link once, and removes the token from the address and the history', async () => {
    const link = await dashboard.addLink('developer');
    await using tab = await openTab(browser, dashboard, { path: link });
    const { page } = tab;
    await page.getByRole('heading', { name: 'Sign in to the dashboard' }).waitFor();
    expect(page.url()).toBe(`${dashboard.url}/sign-in`);
    expect(await page.getByRole('main').innerText()).toMatch(/Ada Byron[^]*developer/i);
    expect(await page.context().cookies()).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${dashboard.url}/organizations/${dashboard.organization_id}`);
    await page.goBack().catch(() => null);
    expect(page.url()).not.toContain('#');

    await using second = await openTab(browser, dashboard, { path: link });
    await second.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    expect(await second.page.getByRole('alert').innerText()).toContain('Open a new link');
    expect([...tab.faults, ...second.faults]).toEqual([]);
  });

  it('starts no session when a link is opened, by a program or beside another session, until its button is pressed', async () => {
    const link = await dashboard.addLink('developer');
    // A mail scanner loads the page, runs its scripts and leaves.
    await using scanner = await openTab(browser, dashboard, { path: link });
    await scanner.page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await scanner.page.context().cookies()).toEqual([]);

    // Another site sends the browser of a signed-in operator to a link of its own.
    await using tab = await openTab(browser, dashboard, { role: 'operator' });
    const { page } = tab;
    const [{ value: before } = { value: '' }] = await page.context().cookies();
    await page.goto(dashboard.url + link);
    await page.getByText('This browser is signed in as').waitFor();
    expect(await page.getByRole('note').innerText()).toContain('with the role operator in all organizations');
    expect(await findPageFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep my session' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect((await page.context().cookies()).map(({ value }) => value)).toEqual([before]);

    // The link still works.
    await openLink(page, dashboard.url + link);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect((await page.context().cookies()).map(({ value }) => value)).not.toEqual([before]);
    expect([...scanner.faults, ...tab.faults]).toEqual([]);
  });

  it('shows that the session has ended, after the sign-out and after 12 hours without a request', async () => {
    await using tab = await openTab(browser, dashboard, { role: 'viewer' });
    const { page } = tab;
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();

    await openLink(page, dashboard.url + (await dashboard.addLink('viewer')));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // The clock advances hour by hour. A request of the page in the meantime would keep the session.
    await page.context().setOffline(true);
    await dashboard.sessionClock.advance(12 * 3_600_000);
    await page.context().setOffline(false);
    await tab.pass(61_000);
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(tab.faults).toEqual([]);
  });

  it('shows a member its own organization only, and what its role may do', async () => {
    await using tab = await openTab(browser, dashboard, { role: 'viewer' });
    const { page } = tab;
    const other = await dashboard.world.addOrganization({ name: 'Other' });
    await page.goto(`${dashboard.url}/organizations/${other.organization_id}/settings`);
    await page.getByText('It may have been removed, or it belongs to another organization').waitFor();
    await page.goto(`${dashboard.url}/organizations/${dashboard.organization_id}/settings`);
    await page.getByText('To change it, sign in with the role admin.').waitFor();
    expect(await page.getByRole('button', { name: /Save|Send test event|Reveal/ }).count()).toBe(0);
    expect(tab.faults).toEqual([]);
  });
});

describe('on SQLite', () => {
  let dashboard: DashboardWorld;
  beforeAll(async () => {
    dashboard = await openDashboard('sqlite');
  });
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  it('shows how to get a link without a session, and returns to the address after the sign-in', async () => {
    const path = `/organizations/${dashboard.organization_id}/settings`;
    await using tab = await openTab(browser, dashboard, { path });
    const { page } = tab;
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('booking-service dashboard link');
    expect(await page.getByRole('main').innerText()).toContain('An admin of your organization invites you');
    expect(page.url()).toBe(dashboard.url + path);
    // A link opens in a tab of its own. The first one has the same cookie.
    const other = await page.context().newPage();
    await openLink(other, dashboard.url + (await dashboard.addLink('viewer')));
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(page.url()).toBe(dashboard.url + path);
    await other.getByRole('button', { name: 'Account' }).click();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(tab.faults).toEqual([]);
  });

  it('shows nothing of the caller before, after another one signs in with another tab', async () => {
    await dashboard.world.addOrganization({ name: 'Hillside' });
    await using tab = await openTab(browser, dashboard, { role: 'operator', path: '/operator/organizations' });
    const { page } = tab;
    await page.getByRole('cell', { name: 'Hillside' }).waitFor();
    await page.evaluate("document.body.dataset.kept = 'yes'");
    const other = await page.context().newPage();
    await openLink(other, dashboard.url + (await dashboard.addLink('viewer')));
    await page.getByText('It needs the role support').waitFor();
    expect(await page.getByRole('button', { name: 'Account' }).innerText()).toContain('Viewer');
    expect(await page.getByRole('banner').innerText()).not.toContain('Hillside');
    // Back as an operator, the list is read again.
    const lists = page.waitForRequest(/api\/organizations\?/);
    await openLink(other, dashboard.url + (await dashboard.addLink('operator')));
    await lists;
    expect(await page.evaluate('document.body.dataset.kept'), 'the page was not loaded again').toBe('yes');
    expect(tab.faults).toEqual([]);
  });

  it('signs in with another link in the tab of one that does not work', async () => {
    await using tab = await openTab(browser, dashboard, { path: '/sign-in#bsl_used' });
    const { page } = tab;
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    // The address differs in its fragment only, so the browser does not load the page.
    await openLink(page, dashboard.url + (await dashboard.addLink('viewer')));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).not.toContain('#');
    await page.goto(`${dashboard.url}/sign-in#bsl_used`);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(tab.faults).toEqual([]);
  });

  it('signs in with the same link after a failure of the network', async () => {
    await using tab = await openTab(browser, dashboard);
    const { page } = tab;
    await page.route('**/session/link', (route) => route.abort());
    await page.goto(dashboard.url + (await dashboard.addLink('viewer')));
    await page.getByText('The dashboard cannot reach the service.').waitFor();
    expect(page.url()).not.toContain('#');
    await page.unroute('**/session/link');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.route('**/session', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The dashboard cannot reach the service.').waitFor();
    await page.unroute('**/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('lets an operator choose the organization, and keeps the screen', async () => {
    await using tab = await openTab(browser, dashboard, { role: 'operator' });
    const { page } = tab;
    const { organization_id } = await dashboard.world.addOrganization({ name: 'Lakeside' });
    await page.goto(`${dashboard.url}/organizations/${dashboard.organization_id}/webhooks`);
    await page.getByRole('button', { name: 'Organization:' }).click();
    await page.getByRole('link', { name: 'Lakeside' }).click();
    await expect.poll(() => page.url()).toBe(`${dashboard.url}/organizations/${organization_id}/webhooks`);
    await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();
    expect(tab.faults).toEqual([]);
  });

  it('follows the theme of the system until another one is chosen, and remembers it', async () => {
    await using tab = await openTab(browser, dashboard, { role: 'viewer', colorScheme: 'dark' });
    const { page } = tab;
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await background();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByLabel('Theme').selectOption('light');
    expect(await background()).not.toBe(dark);
    const light = await background();
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await background()).toBe(light);
  });
});
