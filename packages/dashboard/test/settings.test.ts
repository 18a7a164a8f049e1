/**
 * The settings in Chromium, against a real server on both engines: with the mouse, and with the keyboard only.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import { openWebhookEndpoint } from '@booking-service/server/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DashboardWorld, engines, openDashboard, openTab, type Tab } from './support/open-dashboard.ts';
import { openBrowser } from './support/open-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe.each(engines)('on %s', (engine) => {
  let dashboard: DashboardWorld;
  let tab: Tab;
  let page: Tab['page'];
  let settings: string;
  beforeAll(async () => {
    dashboard = await openDashboard(engine);
    tab = await openTab(browser, dashboard, { role: 'admin' });
    page = tab.page;
    settings = `${dashboard.url}/organizations/${dashboard.organization_id}/settings`;
  });
  afterAll(async () => {
    await tab?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  it('changes the URL, sends a test event, opens the attempt and resends it, with the keyboard only', async () => {
    await using endpoint = await openWebhookEndpoint();
    endpoint.responses.push(204, 204);
    const { clock } = dashboard.world;
    await page.goto(`${dashboard.url}/organizations/${dashboard.organization_id}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await tabTo(page, 'Settings');
    await page.keyboard.press('Enter');
    await page.getByLabel('URL', { exact: true }).waitFor();
    await tabTo(page, 'URL');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(endpoint.url);
    await page.keyboard.press('Enter');
    await page.getByText('The webhook URL is saved.').waitFor();
    await tabTo(page, 'Send test event');
    await page.keyboard.press('Enter');
    await page.getByText('Waiting.').waitFor();
    await clock.advance(31_000);
    await expect.poll(async () => (await tab.pass(1500), page.getByText('The receiver accepted').count())).toBe(1);
    await tabTo(page, 'Open the delivery');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Attempt 1').waitFor();
    await tabTo(page, 'Resend');
    await page.keyboard.press('Enter');
    await drawer.getByText('Pending').waitFor();
    await clock.advance(31_000);
    await expect.poll(async () => (await tab.pass(2000), drawer.getByText('Attempt 2').count())).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(endpoint.received).toHaveLength(2);
    expect(tab.faults).toEqual([]);
  });

  it('refuses a URL with the reason, saves another one, and clears it after a question', async () => {
    await page.goto(settings);
    await page.getByLabel('URL', { exact: true }).fill('http://10.0.0.1/webhooks');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('alert').innerText()).toMatch(/https|public/);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear URL' }).click();
    await page.getByText('Save a webhook URL first.').waitFor();
    await page.getByLabel('URL', { exact: true }).fill(dashboard.world.endpoint.url);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The webhook URL is saved.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send test event' }).isEnabled()).toBe(true);
  });

  it('shows the response to a test event, and what to do about a failure', async () => {
    await page.goto(settings);
    dashboard.world.endpoint.responses.push(404, 204);
    await page.getByLabel('Event', { exact: true }).selectOption('booking.cancelled');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('Waiting. The worker sends it at its next tick').waitFor();
    await dashboard.world.clock.advance(31_000);
    await expect.poll(async () => (await tab.pass(1500), page.getByText('did not accept the event').count())).toBe(1);
    await page.getByText('The endpoint has no such path. Check the webhook URL.').waitFor();
    await dashboard.world.clock.advance(31_000);
    await expect.poll(async () => (await tab.pass(1500), page.getByText('The receiver accepted').count())).toBe(1);
  });

  it('reveals the secret after a question, and rotates it in steps', async () => {
    await page.goto(settings);
    await page.getByRole('button', { name: 'Reveal secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reveal secret' }).click();
    const current = page.getByRole('region', { name: 'The signing secret' });
    expect(await current.innerText()).toBe(dashboard.world.organization.signing_secret);
    await page.getByRole('button', { name: 'Hide secret' }).click();

    await page.getByRole('button', { name: 'Prepare the next secret' }).click();
    const next = page.getByRole('region', { name: 'The next signing secret' });
    const first = await next.innerText();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard secret' }).click();
    await page.getByRole('button', { name: 'Prepare the next secret' }).click();
    const second = await next.innerText();
    expect(second).not.toBe(first);
    await page.reload();
    await page.getByRole('button', { name: 'Show the next secret' }).click();
    expect(await next.innerText()).toBe(second);
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate secret' }).click();
    await page.getByText('The new secret signs from now on.').waitFor();
    await page.getByRole('button', { name: 'Reveal secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reveal secret' }).click();
    expect(await current.innerText()).toBe(second);

    await page.getByRole('button', { name: 'Prepare the next secret' }).click();
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate secret' }).click();
    await current.waitFor({ state: 'detached' });
  });

  it('activates no other secret than the shown one, after another tab has replaced it', async () => {
    await page.goto(settings);
    const next = page.getByRole('region', { name: 'The next signing secret' });
    await page.getByRole('button', { name: 'Prepare the next secret' }).click();
    await next.waitFor();
    const post = (step: string) =>
      page.evaluate(
        `fetch('/api/organizations/${dashboard.organization_id}/signing-secret/${step}', { method: 'POST' }).then(() => null)`,
      );
    await post('discard');
    await dashboard.world.clock.advance(1000);
    await post('prepare');
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate secret' }).click();
    await page.getByRole('dialog').getByText('Nothing was activated.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show the next secret' }).waitFor();
    expect(await next.count()).toBe(0);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard secret' }).click();
    await page.getByRole('button', { name: 'Prepare the next secret' }).waitFor();
  });
});

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Tab['page'], name: string): Promise<void> {
  const seen: string[] = [];
  while (seen.length < 60) {
    await page.keyboard.press('Tab');
    const focused = String(
      await page.evaluate(
        '(document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? "").trim()',
      ),
    );
    if (focused === name) return;
    seen.push(focused);
  }
  throw new Error(`Tab did not reach "${name}", but: ${seen.join(', ')}`);
}
