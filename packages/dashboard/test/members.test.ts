/**
 * Invites people by email over a real mail server, in Chromium: they act with their roles, and are removed.
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
import { findPageFaults, openBrowser } from './support/open-browser.ts';
import { type DashboardWorld, makeBooking, openDashboard, openLink, openTab } from './support/open-dashboard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

interface MailedDashboard extends AsyncDisposable {
  readonly dashboard: DashboardWorld;
  /** Returns the link of the newest mail, when so many mails have come. */
  readonly linkOf: (mails: number) => Promise<string>;
}

/** Opens a dashboard that sends its mails to a mail server. */
async function openMailedDashboard(): Promise<MailedDashboard> {
  await using opened = new AsyncDisposableStack();
  const port = Number((await freePorts())[0]);
  const post: MailServer = opened.use(await openMailServer());
  const from = 'booking@diner.test';
  const mailer = createSmtpDashboardMail({ host: '127.0.0.1', port: post.port, tls: 'none', from });
  const dashboard = opened.use(await openDashboard('sqlite', { port, mailer }));
  const running = opened.move();
  return {
    dashboard,
    async linkOf(mails) {
      await expect.poll(() => post.mails.length).toBe(mails);
      const [link = ''] = /http:\S+/.exec(post.mails.at(-1)?.parts['text/plain'] ?? '') ?? [];
      expect(link.startsWith(`${dashboard.url}/sign-in#`)).toBe(true);
      return link;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it('invites a person, who acts with the role, asks for another link, and is removed', async () => {
  await using opened = await openMailedDashboard();
  const { dashboard, linkOf } = opened;
  const of = `${dashboard.url}/organizations/${dashboard.organization_id}`;
  await using own = await openTab(browser, dashboard, { role: 'admin', path: '/sign-in' });
  const { page } = own;
  await page.goto(`${of}/members`);
  await page.getByText('No members yet').waitFor();
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill('ada@diner.test');
  await page.getByLabel('Role', { exact: true }).selectOption('developer');
  await page.keyboard.press('Enter');
  await page.getByText('The invitation was sent to ada@diner.test.').waitFor();
  const row = page.locator('tbody tr').filter({ hasText: 'ada@diner.test' });
  await row.getByText('Never').waitFor();
  expect(await page.content()).not.toContain('bsl_');

  await using member = await openTab(browser, dashboard, { path: '/sign-in' });
  await openLink(member.page, await linkOf(1));
  await member.page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(member.page.url()).not.toContain('bsl_');
  await member.page.goto(`${of}/members`);
  await member.page.getByText('You', { exact: true }).waitFor();
  expect(await member.page.locator('main').getByRole('button').count()).toBe(0);
  const test = await member.page.request.post(
    `${dashboard.url}/api/organizations/${dashboard.organization_id}/test-events`,
    { headers: { 'Sec-Fetch-Site': 'same-origin' }, data: { type: 'booking.created' } },
  );
  expect(test.status()).toBe(201);

  await using other = await openTab(browser, dashboard, { path: '/sign-in' });
  const send = other.page.getByRole('button', { name: 'Send me a link' });
  await send.waitFor();
  expect(await findPageFaults(other.page)).toEqual([]);
  await other.page.getByRole('textbox', { name: 'Email address' }).fill('ada@diner.test');
  await send.click();
  await other.page.getByText('If this address is that of a member, a link is on its way.').waitFor();
  await openLink(other.page, await linkOf(2));
  await other.page.getByRole('heading', { name: 'Overview' }).waitFor();

  await page.goto(`${of}/audit`);
  const entry = page.locator('tbody tr').filter({ hasText: 'Send test event' });
  await entry.getByText('ada@diner.test').last().waitFor();
  await page.goto(`${of}/members`);
  await row.getByRole('button', { name: 'Change the role of ada@diner.test' }).click();
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Change role' }).click();
  await row.getByText('viewer').waitFor();
  await member.page.reload();
  await member.page.getByText('viewer').first().waitFor();

  await row.getByRole('button', { name: 'Remove ada@diner.test' }).click();
  await page.getByRole('button', { name: 'Remove member' }).click();
  await page.getByText('ada@diner.test is removed.').waitFor();
  await page.getByText('No members yet').waitFor();
  for (const each of [member, other]) {
    await each.page.reload();
    await each.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }
  expect([...own.faults, ...member.faults, ...other.faults]).toEqual([]);
});

/** The links of the navigation. */
async function screensOf(page: Page): Promise<(readonly [title: string, path: string])[]> {
  const links = await page.getByRole('navigation', { name: 'Screens' }).first().getByRole('link').all();
  return Promise.all(
    links.map(async (link) => [await link.innerText(), (await link.getAttribute('href')) ?? ''] as const),
  );
}

it('invites a person, who supports without a refusal, operates with another role, and is removed', async () => {
  await using opened = await openMailedDashboard();
  const { dashboard, linkOf } = opened;
  await makeBooking(dashboard.world);
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
  await openLink(member.page, await linkOf(1));
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
