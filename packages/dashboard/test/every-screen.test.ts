/**
 * Reads every screen in Chromium, in both themes and on two widths: no finding of axe, no violation of the policy, no request to
 * another host, nothing cut off, and no text that becomes HTML.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shownScreens } from './screens.ts';
import { type DashboardWorld, makeBooking, openDashboard, openTab, type Tab } from './support/open-dashboard.ts';
import { openBrowser } from './support/open-browser.ts';

/** Runs a script if it becomes HTML. */
const hostile = `"><img src=x onerror="alert(1)"><script>alert(2)</script>${'W'.repeat(40)}`;
const widths = [1280, 390];
const themes = ['light', 'dark'] as const;

let browser: Browser;
let dashboard: DashboardWorld;
let tab: Tab;
beforeAll(async () => {
  browser = await openBrowser();
  dashboard = await openDashboard('sqlite', { name: hostile });
  await makeBooking(dashboard.world, { first_name: hostile.slice(0, 40) });
  await makeBooking(dashboard.world, { response: 500, first_name: hostile.slice(0, 40) });
  tab = await openTab(browser, dashboard, { role: 'operator' });
  const email = `${'w'.repeat(60)}@diner.test`;
  for (const [path, role] of [
    [`organizations/${dashboard.organization_id}/members`, 'developer'],
    ['operator/members', 'support'],
  ] as const)
    await tab.page.request.post(`${dashboard.url}/api/${path}`, {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      data: { email, role },
      failOnStatusCode: true,
    });
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.[Symbol.asyncDispose]();
});

it.each(shownScreens)('$name', async ({ path, ready, act }) => {
  const { page } = tab;
  const base = `${dashboard.url}/organizations/${dashboard.organization_id}`;
  await page.goto(path.startsWith('^') ? dashboard.url + path.slice(1) : base + path);
  await page.getByText(ready).filter({ visible: true }).first().waitFor();
  await act?.(page);
  await page.evaluate(axe.source);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Everything once per width; in the other theme, what depends on colors.
      const found = await page.evaluate<Finding[]>(colorScheme === 'light' ? findings() : findings(['color-contrast']));
      expect(found, `${colorScheme}, ${width} px`).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth'), `the width of the page`).toBe(width);
    expect(await page.evaluate(widerDialogs), `dialogs that scroll to the side`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(tab.faults).toEqual([]);
  expect(await page.locator('img').count()).toBe(0);
});

it('shows hostile texts as text: names, addresses, bodies and ids', async () => {
  const { page } = tab;
  await page.goto(
    `${dashboard.url}/organizations/${dashboard.organization_id}/webhooks?booking_id=${encodeURIComponent(hostile)}`,
  );
  await expect.poll(() => page.getByRole('button', { name: 'Organization:' }).innerText()).toContain(hostile);
  expect(await page.getByRole('textbox', { name: 'Booking' }).inputValue()).toBe(hostile);
  await page.getByRole('alert').waitFor();
  await page.goto(
    `${dashboard.url}/organizations/${dashboard.organization_id}/webhooks/${encodeURIComponent(hostile)}`,
  );
  await page.goto(`${dashboard.url}/organizations/${dashboard.organization_id}/webhooks`);
  await page.locator('.row-link').first().click();
  await page.getByText('"type": "booking.').waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(tab.faults).toEqual([]);
});

it('reports a fault that is there: axe and the policy are not blind', async () => {
  await using own = await openTab(browser, dashboard, { path: '/sign-in' });
  await own.page.getByRole('main').waitFor();
  await own.page.evaluate(axe.source);
  await own.page.evaluate(
    `document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button><p style="color: red">')`,
  );
  const found = await own.page.evaluate<Finding[]>(findings());
  expect(found.map(({ rule }) => rule)).toContain('button-name');
  await expect.poll(() => own.faults).toContain('style-src-attr inline');
});

const widerDialogs = `[...document.querySelectorAll('dialog[open]')]
  .filter((dialog) => dialog.scrollWidth > dialog.clientWidth)
  .map((dialog) => dialog.textContent.slice(0, 100))`;

interface Finding {
  readonly rule: string;
  readonly elements: string[];
}

/** Runs axe in the page: all of its rules, or only these. */
const findings = (rules?: readonly string[]) => `axe
  .run(document, { resultTypes: ['violations'] ${rules ? `, runOnly: ${JSON.stringify(rules)}` : ''} })
  .then(({ violations }) => violations.map(({ id, nodes }) => ({
    rule: id, elements: nodes.map(({ html, any }) => html.slice(0, 200) + ' ' + (any[0]?.message ?? '')),
  })))`;
