/**
 * Payments and their refunds, in a browser against a real server. A refund is due until the clock of the world advances.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPageFaults, openBrowser } from '../support/open-browser.ts';
import {
  createBooking,
  type DashboardWorld,
  engines,
  openDashboard,
  openTab,
  type Tab,
} from '../support/open-dashboard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Pays EUR 50.00 for a booking and returns its id. */
async function pay({ world }: DashboardWorld): Promise<string> {
  const id = await createBooking(world, { payment_collection: 'cardservice_external' });
  await world.call('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } });
  await world.clock.advance(4_000);
  return id;
}

describe.each(engines)('%s', (engine) => {
  let dashboard: DashboardWorld;
  let tab: Tab;
  let page: Page;
  let of: string;
  beforeAll(async () => {
    dashboard = await openDashboard(engine);
    tab = await openTab(browser, dashboard, { role: 'operator' });
    ({ page } = tab);
    of = `${dashboard.url}/organizations/${dashboard.organization_id}`;
  });
  beforeEach(() => tab.faults.splice(0));
  afterAll(async () => {
    await tab?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  const drawer = () => page.getByRole('dialog', { name: 'Booking' });
  const dialog = () => page.getByRole('dialog', { name: 'Refund the payment' });
  const askToRefund = async (id: string) => {
    await page.goto(`${of}/bookings/${id}`);
    await drawer().getByRole('button', { name: 'Refund…' }).click();
    await dialog().waitFor();
  };

  it('BKG-16 CRD-11: shows the party and the cancellation policy of a booking', async () => {
    const { world } = dashboard;
    const party = [
      { unit: 'adult', quantity: 2 },
      { unit: 'child', quantity: 1 },
    ];
    const family = await createBooking(world, { venue: 'family_park', party_size: undefined, party });
    await page.goto(`${of}/bookings/${family}`);
    await drawer().getByText('2 adult, 1 child').waitFor();
    expect(await drawer().getByText('Returns everything until').count()).toBe(0);
    const id = await createBooking(world, { venue: 'late_fee' });
    await world.call('POST', `/v1/bookings/${id}/cancel`);
    await page.goto(`${of}/bookings/${id}`);
    await drawer().getByText('then 30 %. The cancel of this booking returns 100 %.').waitFor();
    expect(tab.faults).toEqual([]);
  });

  it('CRD-9: returns a part of a payment, which is listed as unsettled until the card service has returned it', async () => {
    const id = await pay(dashboard);
    await page.goto(`${of}/payments`);
    await page.getByText('No unsettled payments').waitFor();
    await page.getByRole('button', { name: 'Show all payments' }).click();
    await page.getByRole('link', { name: id }).waitFor();
    expect(await findPageFaults(page)).toEqual([]);

    await askToRefund(id);
    const amount = dialog().getByLabel('Amount in EUR');
    expect(await amount.inputValue()).toBe('50.00');
    expect(await findPageFaults(page)).toEqual([]);
    const refund = dialog().getByRole('button', { name: /^Refund/ });
    for (const wrong of ['50.01', '0', 'all', '20.001']) {
      await amount.fill(wrong);
      await dialog().getByText('Enter an amount above zero, and at most EUR 50.00.').waitFor();
      await refund.click();
    }
    await amount.fill('20');
    await dialog().getByRole('button', { name: 'Refund EUR 20.00', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('The refund of EUR 20.00 is requested.').waitFor();
    await drawer().getByText('Refund requested').waitFor();
    const stored = async () => (await dashboard.world.call<Shown>('GET', `/v1/bookings/${id}`)).body.payment;
    expect(await stored()).toMatchObject({ amount_refunded: 0, refund_requested: 2000 });

    await page.goto(`${of}/payments`);
    await page.getByRole('row').filter({ hasText: id }).getByText('EUR 50.00').waitFor();
    await dashboard.world.clock.advance(4_000);
    expect(await stored()).toMatchObject({ amount_refunded: 2000 });
    await tab.pass(6_000);
    await page.getByText('No unsettled payments').waitFor();
    await page.getByLabel('Payment', { exact: true }).selectOption('captured');
    await page.getByText('No payments here').waitFor();
    await page.getByLabel('Show').selectOption('Settled');
    await page.getByRole('link', { name: id }).click();
    await drawer().getByText('EUR 20.00').first().waitFor();

    await drawer().getByRole('button', { name: 'Refund…' }).click();
    expect(await amount.inputValue()).toBe('30.00');
    await dialog().getByRole('button', { name: 'Refund EUR 30.00' }).click();
    await dialog().waitFor({ state: 'detached' });
    await drawer().getByRole('button', { name: 'Refund…' }).waitFor({ state: 'detached' });
    await dashboard.world.clock.advance(4_000);
    await tab.pass(3_000);
    await drawer().locator('.badge').getByText('refunded').waitFor();
    expect(tab.faults).toEqual([]);
  });

  it('CRD-9: shows why a refund is refused, in the question', async () => {
    const id = await pay(dashboard);
    await askToRefund(id);
    await dashboard.world.call('POST', `/v1/bookings/${id}/cancel`);
    await dashboard.world.clock.advance(4_000);
    await dialog()
      .getByRole('button', { name: /^Refund/ })
      .click();
    await dialog().getByRole('alert').getByText('is refunded. Only a captured payment can be refunded.').waitFor();
    expect(await findPageFaults(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(tab.faults).toEqual([]);
  });

  it('CRD-9: offers no refund to a caller who may not request one', async () => {
    const id = await pay(dashboard);
    await using own = await openTab(browser, dashboard, { role: 'admin' });
    await own.page.goto(`${of}/payments?unsettled=all`);
    await own.page.getByRole('link', { name: id }).click();
    await own.page.getByRole('dialog', { name: 'Booking' }).getByText('Reference').waitFor();
    expect(await own.page.getByRole('button', { name: 'Refund…' }).count()).toBe(0);
    expect(own.faults).toEqual([]);
  });
});

interface Shown {
  readonly payment: object;
}
