/**
 * Invites a person by email over a real mail server, in Chromium: the person acts with the role, and is removed.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
// @boundaries-ignore the mailer of the command, whose text has the links
import { createSmtpDashboardMail } from '../../server/src/providers/smtp-mail.ts';
// @boundaries-ignore the mail server of the tests of every package comes from one place
import { openMailServer, type MailServer } from '../../server/test/sessions/open-mail-server.ts';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../server/test/support/processes/free-ports.ts';
import { findPageFaults } from './support/check-page.ts';
import { openDashboard, openTab, openLink, type DashboardWorld } from './support/open-dashboard.ts';
import { openBrowser } from './support/open-browser.ts';

let browser: Browser;
let post: MailServer;
let dashboard: DashboardWorld;
let of: string;
beforeAll(async () => {
  const port = Number((await freePorts())[0]);
  [browser, post] = await Promise.all([openBrowser(), openMailServer()]);
  const mailer = createSmtpDashboardMail({
    host: '127.0.0.1',
    port: post.port,
    tls: 'none',
    from: 'booking@diner.test',
  });
  dashboard = await openDashboard('sqlite', { port, mailer });
  of = `${dashboard.url}/organizations/${dashboard.organization_id}`;
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.[Symbol.asyncDispose]();
  await post?.[Symbol.asyncDispose]();
});

/** Returns the link of the newest mail, when so many mails have come. */
async function linkOf(mails: number): Promise<string> {
  await expect.poll(() => post.mails.length).toBe(mails);
  const [link = ''] = /http:\S+/.exec(post.mails.at(-1)?.parts['text/plain'] ?? '') ?? [];
  expect(link.startsWith(`${dashboard.url}/sign-in#`)).toBe(true);
  return link;
}

it('invites a person, who acts with the role, asks for another link, and is removed', async () => {
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
    {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      data: { type: 'booking.created' },
    },
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
