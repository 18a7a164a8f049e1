/**
 * Invites a person of the operator by email over a real mail server, in Chromium: the person supports, operates, and is removed.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
// @boundaries-ignore the mailer of the command, whose text has the links
import { createSmtpDashboardMail } from '../../server/src/providers/smtp-mail.ts';
// @boundaries-ignore the mail server of the tests of every package comes from one place
import { openMailServer, type MailServer } from '../../server/test/sessions/open-mail-server.ts';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../server/test/support/processes/free-ports.ts';
import { findPageFaults } from './support/check-page.ts';
import { makeBooking } from './support/make-deliveries.ts';
import { openDashboard, openTab, openLink, type DashboardWorld } from './support/open-dashboard.ts';
import { openBrowser } from './support/open-browser.ts';

let browser: Browser;
let post: MailServer;
let dashboard: DashboardWorld;
beforeAll(async () => {
  const port = Number((await freePorts())[0]);
  [browser, post] = await Promise.all([openBrowser(), openMailServer()]);
  const from = 'booking@diner.test';
  const mailer = createSmtpDashboardMail({ host: '127.0.0.1', port: post.port, tls: 'none', from });
  dashboard = await openDashboard('sqlite', { port, mailer });
  await makeBooking(dashboard.world);
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.[Symbol.asyncDispose]();
  await post?.[Symbol.asyncDispose]();
});

/** The links of the navigation. */
async function screensOf(page: Page): Promise<(readonly [title: string, path: string])[]> {
  const links = await page.getByRole('navigation', { name: 'Screens' }).first().getByRole('link').all();
  return Promise.all(
    links.map(async (link) => [await link.innerText(), (await link.getAttribute('href')) ?? ''] as const),
  );
}

it('invites a person, who supports without a refusal, operates with another role, and is removed', async () => {
  await using own = await openTab(browser, dashboard, { role: 'operator', path: '/operator/members' });
  const { page } = own;
  await page.getByText('No members yet').waitFor();
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill('grace@booking.test');
  expect(await page.getByLabel('Role', { exact: true }).inputValue()).toBe('support');
  await page.keyboard.press('Enter');
  await page.getByText('The invitation was sent to grace@booking.test.').waitFor();
  const row = page.locator('tbody tr').filter({ hasText: 'grace@booking.test' });
  await row.getByText('Never').waitFor();
  expect(await findPageFaults(page)).toEqual([]);

  await using member = await openTab(browser, dashboard, { path: '/sign-in' });
  const refused: string[] = [];
  member.page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  const [link = ''] = /http:\S+/.exec(post.mails.at(-1)?.parts['text/plain'] ?? '') ?? [];
  await openLink(member.page, link);
  await member.page.getByRole('heading', { name: 'Overview' }).waitFor();
  refused.length = 0;
  const screens = await screensOf(member.page);
  expect(screens.map(([title]) => title)).toEqual([
    'Overview',
    'Webhooks',
    'Received webhooks',
    'Bookings',
    'Requests',
    'Payments',
    'API keys',
    'Settings',
    'Members',
    'Sandbox',
    'Search',
    'Your sessions',
    'Health',
    'Stuck bookings',
    'Failed requests',
    'Organizations',
  ]);
  for (const [title, path] of screens) {
    await member.page.goto(dashboard.url + path);
    await member.page.getByRole('heading', { name: title, exact: true }).first().waitFor();
    await member.page.waitForLoadState('networkidle');
  }
  await member.page.locator('.row-link').first().click();
  const drawer = member.page.getByRole('dialog');
  await drawer.getByRole('link', { name: 'Open its dashboard' }).waitFor();
  expect(await drawer.getByRole('button').allInnerTexts()).not.toContain('Suspend…');
  expect(refused).toEqual([]);
  // The organizations are in the list of the header, too.
  await member.page.goto(dashboard.url);
  await member.page.getByRole('button', { name: 'Organization:' }).click();
  await member.page.getByRole('list').getByRole('link').first().waitFor();
  await member.page.goto(`${dashboard.url}/operator/members`);
  await member.page.getByText('It needs the role operator.').waitFor();

  await row.getByRole('button', { name: 'Change the role of grace@booking.test' }).click();
  await page.getByLabel('Role', { exact: true }).selectOption('operator');
  await page.getByRole('button', { name: 'Change role' }).click();
  await row.getByText('operator').waitFor();
  await member.page.reload();
  await member.page.getByText('You', { exact: true }).waitFor();
  expect(refused).toEqual([]);

  // The other operator is not in the list. The last member removes itself.
  await member.page.getByRole('button', { name: 'Remove grace@booking.test' }).click();
  await member.page.getByText('This is you: you will be signed out.').waitFor();
  await member.page.getByRole('button', { name: 'Remove member' }).click();
  await member.page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await page.reload();
  await page.getByText('No members yet').waitFor();
  expect([...own.faults, ...member.faults]).toEqual([]);
});
