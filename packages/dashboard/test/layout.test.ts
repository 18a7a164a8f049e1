/**
 * The frame of every screen: failures of the network and of the session, the focus, and the choice of the organization.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/open-browser.ts';
import { openDashboard, openTab, type DashboardWorld } from './support/open-dashboard.ts';

let browser: Browser;
let dashboard: DashboardWorld;
let of: string;
beforeAll(async () => {
  [browser, dashboard] = await Promise.all([openBrowser(), openDashboard('sqlite')]);
  of = `${dashboard.url}/organizations/${dashboard.organization_id}`;
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.[Symbol.asyncDispose]();
});

it('keeps the navigation when a screen cannot be loaded, and suggests a fix', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'viewer' });
  const { page } = tab;
  await page.route('**/assets/webhooks-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Check that the service runs').waitFor();
  await page.getByRole('link', { name: 'Bookings' }).click();
  await page.getByText('No bookings yet').waitFor();
  await page.goBack();
  await page.unroute('**/assets/webhooks-*.js');
  await alert.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByText('No deliveries yet').waitFor();
  expect(tab.faults).toEqual([]);
});

it('shows that the session has ended when an action in a dialog is refused', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'admin', path: '/sign-in' });
  const { page } = tab;
  await page.goto(`${of}/api-keys`);
  await page.getByRole('button', { name: 'Create key' }).click();
  // Its polling would notice the end, too.
  await page.route('**/api/sandbox/clock', (route) => route.abort());
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await dashboard.sessionClock.advance(12 * 3_600_000);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  expect(page.url()).toBe(`${of}/api-keys`);
});

it('returns the focus to the row when Escape closes what it opened', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'operator' });
  const { page } = tab;
  for (const address of [`${of}/api-keys`, `${dashboard.url}/operator/organizations`]) {
    await page.goto(address);
    await page.locator('.row-link').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.className')).toBe('row-link');
  }
});

it('closes the upper one of two dialogs with Escape', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'admin' });
  const { page } = tab;
  await page.goto(`${of}/api-keys`);
  await page.locator('.row-link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('A revoked key cannot be restored.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('A revoked key cannot be restored.').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Revoke…');
  expect(await drawer.count()).toBe(1);
});

it('begins a form with its first field, and keeps a new key until it is copied', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'admin' });
  const { page } = tab;
  await page.goto(`${of}/api-keys`);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'Create API key' }).waitFor();
  await page.keyboard.type('Shop');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'The API key' }).waitFor();
  await page.mouse.click(5, 5);
  await page.keyboard.press('Enter');
  const copied = page.getByRole('button', { name: 'I have copied it' });
  expect(await copied.count()).toBe(1);
  await copied.click();
  await page.getByRole('link', { name: 'Shop' }).waitFor();
});

it('leads an operator to all organizations, if the list has more than 20', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'operator' });
  const { page } = tab;
  await Promise.all(
    Array.from({ length: 21 }, (_, index) => dashboard.world.addOrganization({ name: `Org ${index}` })),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Organization:' }).click();
  await page.getByRole('link', { name: 'All organizations' }).click();
  await page.getByRole('heading', { name: 'Organizations' }).waitFor();
  expect(page.url()).toBe(`${dashboard.url}/operator/organizations`);
});

it('shows when a link expires, also after the clock of the sandbox was advanced', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'operator' });
  const { page } = tab;
  await page.evaluate(`fetch('/api/sandbox/clock/advance', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"ms":86400000}',
  }).then(() => null)`);
  await dashboard.addLink('viewer');
  await page.goto(`${dashboard.url}/sandbox`);
  await page.getByText('1 d ahead of this computer').waitFor();
  await page.getByRole('link', { name: 'Dashboard access' }).click();
  const link = page.getByRole('row').filter({ hasText: 'Link, not used' }).first();
  expect(await link.locator('time').textContent()).toMatch(/^in (?:\d+m|\d+h)$/);
});

it('says nothing of a last page while a page is read, and if that fails', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'viewer' });
  const { page } = tab;
  await page.goto(`${of}/bookings?cursor=dlv_1`);
  await page.getByText('The cursor is not a next_cursor of this list.').waitFor();
  expect(await page.getByText('This is the last page.').count()).toBe(0);
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect.poll(() => page.url()).toBe(`${of}/bookings`);
});

it('keeps names readable that have no visible character, or that are written from right to left', async () => {
  for (const name of ['\u200B', '\u202Elacigam']) await dashboard.world.addOrganization({ name });
  await using tab = await openTab(browser, dashboard, { role: 'operator', path: '/operator/organizations' });
  const { page } = tab;
  await page.getByRole('cell', { name: 'Without a name' }).waitFor();
  await page.locator('.row-link', { hasText: 'lacigam' }).click();
  await page.getByRole('button', { name: 'Suspend…' }).click();
  // The isolation ends before the quotation mark, which stays behind the name.
  await page.getByRole('heading', { name: 'Suspend “\u2068\u202Elacigam\u2069”?' }).waitFor();
  expect(tab.faults).toEqual([]);
});

it('prints an open row in full, and shows bars in forced colors', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'operator', forcedColors: 'active' });
  const { page } = tab;
  await page.getByRole('progressbar', { name: /^This window/ }).waitFor();
  const bar = "getComputedStyle(document.querySelector('main progress'), '::-webkit-progress-value').backgroundColor";
  const page_color = 'getComputedStyle(document.body).backgroundColor';
  expect(await page.evaluate(bar)).not.toBe(await page.evaluate(page_color));
  await page.goto(`${of}/api-keys`);
  await page.locator('.row-link').first().click();
  await page.getByRole('dialog').getByText('Scopes').waitFor();
  await page.setViewportSize({ width: 800, height: 300 });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('table').count(), 'the list below').toBe(0);
  expect(await page.getByRole('navigation').count()).toBe(0);
  const cut = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('dialog'))";
  expect(await page.evaluate(cut)).toBe(0);
});

it('reports that a link is not complete, or has the full stop of its sentence', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'viewer', path: '/bookings.' });
  const { page } = tab;
  await page.getByText('This address leads to no page').waitFor();
  for (const address of [`${of}/bookings/bkg_1.`, `${of}/webhooks/%E0%A4%A`]) {
    await page.goto(address);
    await page.getByRole('alert').getByText('This address is not complete').waitFor();
    await page.getByText('Check the address.').waitFor();
  }
  expect(tab.faults).toEqual([]);
});

it('says that another program responded, if a proxy wants its own sign-in', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'viewer' });
  const { page } = tab;
  const signIn = { status: 200, contentType: 'text/html', body: '<title>Sign in</title>' };
  await page.route('**/api/**', (route) => route.fulfill(signIn));
  await page.getByRole('link', { name: 'Bookings' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Another program responded instead of the service.').waitFor();
  await alert.getByText('A proxy in between may want you to sign in again.').waitFor();
  await page.route('**/session', (route) => route.fulfill(signIn));
  await page.goto(of);
  await alert.getByText('Another program responded instead of the service.').waitFor();
  expect(tab.faults).toEqual([]);
});

it('ignores a second click while a request runs', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'admin' });
  const { page } = tab;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname.replace(/^.*org_\w+/, ''));
  });
  await page.goto(`${of}/api-keys`);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).dblclick();
  await page.getByText('It is shown only once.').waitFor();
  await page.goto(`${of}/settings`);
  await page.getByRole('button', { name: 'Send test event' }).dblclick();
  await page.getByRole('link', { name: 'Open the delivery' }).waitFor();
  await page.getByRole('button', { name: 'Prepare the next secret' }).dblclick();
  await page.getByText('The next secret is prepared.').waitFor();
  expect(sent).toEqual(['/keys', '/test-events', '/signing-secret/prepare']);
  expect(tab.faults).toEqual([]);
});

it('breaks no word of a scope or of a time on a phone', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'admin' });
  const { page } = tab;
  await page.getByText('Webhook attempts of the last 24 hours').waitFor();
  await page.locator('.axis').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const lines = (selector: string) =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('${selector}')].map((each) => each.getClientRects().length)`,
    );
  const heights = await page.evaluate<number[]>(
    "[...document.querySelectorAll('.axis span')].map((each) => Math.round(each.getBoundingClientRect().height / 21))",
  );
  expect(heights).toEqual([1, 1]);
  await page.goto(`${of}/api-keys`);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByText('cards:read').waitFor();
  expect(new Set(await lines('.choice code'))).toEqual(new Set([1]));
  expect(tab.faults).toEqual([]);
});

it('shows what a form created, or why it failed, if it was closed while it was sent', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'operator', path: '/operator/access-tokens' });
  const { page } = tab;
  const dialog = page.getByRole('dialog');
  for (const outcome of ['abort', 'continue'] as const) {
    const response = Promise.withResolvers<void>();
    await page.route('**/api/access-tokens', async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await response.promise;
      return route[outcome]();
    });
    await page.getByRole('button', { name: 'Create token' }).first().click();
    await page.getByRole('textbox', { name: 'Name of its holder' }).fill('Deploy');
    await page.getByLabel('Role').selectOption('operator');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Enter');
    await sent;
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    response.resolve();
    const shown = outcome === 'abort' ? 'The dashboard cannot reach the service.' : 'It is shown only once.';
    await dialog.getByText(shown).waitFor();
    await page.keyboard.press('Escape');
    // The next round must not fill in the form of a dialog that is still closing.
    await expect.poll(() => dialog.count()).toBe(0);
    await page.unroute('**/api/access-tokens');
  }
  expect(tab.faults).toEqual([]);
});

it('shows a new token although its form was closed at the moment at which it was sent', async () => {
  await using tab = await openTab(browser, dashboard, { role: 'operator', path: '/operator/access-tokens' });
  const { page } = tab;
  await page.getByRole('button', { name: 'Create token' }).first().click();
  await page.getByRole('textbox', { name: 'Name of its holder' }).fill('Deploy');
  await page.getByLabel('Role').selectOption('operator');
  // Both in one task of the page: nothing is rendered between them.
  await page.evaluate(`const dialog = document.querySelector('dialog');
    dialog.querySelector('form').requestSubmit();
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));`);
  await page.getByRole('dialog').getByText('It is shown only once.').waitFor();
  expect(tab.faults).toEqual([]);
});
