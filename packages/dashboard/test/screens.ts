/** Every screen and its states, for the tests that read all of them. A new screen needs a row here. */
import type { Page } from 'playwright-core';

export interface ShownScreen {
  readonly name: string;
  /** Below the address of the organization; `^` begins at the root. */
  readonly path: string;
  /** A text that the screen shows when it is complete. */
  readonly ready: string;
  /** Brings the screen into its state. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

const openRow = (page: Page) => page.locator('.row-link').first().click();
const openBooking = async (page: Page) => {
  await openRow(page);
  await page.getByText('booking.created').first().waitFor();
};

export const shownScreens: readonly ShownScreen[] = [
  { name: 'Sign in', path: '^/sign-in', ready: 'There are no passwords' },
  { name: 'Overview', path: '', ready: 'Test bookings' },
  {
    name: 'Webhooks',
    path: '/webhooks',
    ready: 'booking.confirmed',
    act: (page) => page.getByText('Statistics').click(),
  },
  {
    name: 'Webhooks, event types',
    path: '/webhooks',
    ready: 'booking.confirmed',
    act: async (page) => {
      await page.getByText('Event types').click();
      await page.getByRole('heading', { name: 'Fields' }).waitFor();
    },
  },
  { name: 'Webhooks, empty', path: '/webhooks?booking_id=bkg_none', ready: 'No delivery matches' },
  {
    name: 'Webhooks, a delivery',
    path: '/webhooks?state=abandoned',
    ready: 'booking.confirmed',
    act: async (page) => {
      await page.locator('.row-link').first().click();
      await press('Check the signature')(page);
    },
  },
  { name: 'Webhooks, resend', path: '/webhooks', ready: 'booking.confirmed', act: press('Resend many') },
  { name: 'Settings', path: '/settings', ready: 'Prepare the next secret', act: press('Account') },
  { name: 'Settings, a question', path: '/settings', ready: 'Prepare the next secret', act: press('Clear') },
  { name: 'Bookings', path: '/bookings', ready: 'bkg_' },
  { name: 'Bookings, a booking', path: '/bookings', ready: 'bkg_', act: openBooking },
  { name: 'Bookings, nothing found', path: '/bookings?search=order-none', ready: 'No booking found' },
  {
    name: 'Bookings, of a guest',
    path: '/bookings',
    ready: 'bkg_',
    act: async (page) => {
      await page.getByRole('searchbox', { name: 'Id, idempotency key' }).fill('ada@diner.test');
      await page.keyboard.press('Enter');
      await page.getByText('The audit log records each search').waitFor();
    },
  },
  { name: 'Bookings, empty', path: '/bookings?status=cancelled', ready: 'Change or clear the filters' },
  { name: 'Requests', path: '/requests', ready: 'POST /v1/bookings' },
  { name: 'Requests, a request', path: '/requests', ready: 'POST /v1/bookings', act: openRow },
  { name: 'Requests, empty', path: '/requests?status_class=5xx', ready: 'Change or clear the filters' },
  { name: 'Payments, empty', path: '/payments', ready: 'No unsettled payments' },
  { name: 'Received webhooks, empty', path: '/received-webhooks', ready: 'No webhooks received yet' },
  { name: 'API keys', path: '/api-keys', ready: 'sk_test_sandbox_suspended' },
  { name: 'API keys, a key', path: '/api-keys', ready: 'sk_test_sandbox_suspended', act: openRow },
  { name: 'API keys, create', path: '/api-keys', ready: 'sk_test_sandbox_suspended', act: press('Create key') },
  { name: 'Members', path: '/members', ready: '@diner.test' },
  { name: 'Members, invite', path: '/members', ready: '@diner.test', act: press('Invite member') },
  { name: 'Members, role', path: '/members', ready: '@diner.test', act: press('Change the role of') },
  { name: 'Members, remove', path: '/members', ready: '@diner.test', act: press('Remove') },
  { name: 'Sessions', path: '/sessions', ready: 'The people of this organization' },
  { name: 'Audit log', path: '/audit', ready: 'Entries are never removed' },
  { name: 'Sandbox', path: '^/sandbox', ready: 'ven_late_letter' },
  { name: 'Search', path: '^/search', ready: 'or the name of an organization' },
  { name: 'Search, nothing found', path: '^/search?q=bkg_none', ready: 'No booking has this id' },
  { name: 'Search, a secret', path: '^/search?refused=secret', ready: 'This is a secret' },
  { name: 'Search, a contact', path: '^/search?refused=contact', ready: 'This is the contact of a person' },
  { name: 'Your sessions', path: '^/sessions', ready: 'This browser' },
  { name: 'Health', path: '^/operator/health', ready: 'Bookings and payments' },
  { name: 'Stuck bookings, empty', path: '^/operator/stuck', ready: 'No booking is stuck' },
  { name: 'Failed requests, empty', path: '^/operator/failed-requests', ready: 'No failed requests' },
  { name: 'Organizations', path: '^/operator/organizations', ready: 'Active' },
  { name: 'Organizations, one', path: '^/operator/organizations', ready: 'Active', act: openRow },
  {
    name: 'Organizations, create',
    path: '^/operator/organizations',
    ready: 'Active',
    act: press('Create organization'),
  },
  { name: 'Members of the operator', path: '^/operator/members', ready: '@diner.test' },
  {
    name: 'Members of the operator, invite',
    path: '^/operator/members',
    ready: '@diner.test',
    act: press('Invite member'),
  },
  {
    name: 'Members of the operator, role',
    path: '^/operator/members',
    ready: '@diner.test',
    act: press('Change the role of'),
  },
  { name: 'Members of the operator, remove', path: '^/operator/members', ready: '@diner.test', act: press('Remove') },
  { name: 'Dashboard access', path: '^/operator/sessions', ready: 'Signed in' },
  {
    name: 'Dashboard access, link',
    path: '^/operator/sessions',
    ready: 'Signed in',
    act: press('Create sign-in link'),
  },
  {
    name: 'Access tokens, create',
    path: '^/operator/access-tokens',
    ready: 'No access tokens yet',
    act: press('Create token'),
  },
  { name: 'Audit log of the service', path: '^/operator/audit', ready: 'Sign in' },
  { name: 'Not found', path: '/nothing-here', ready: 'This address leads to no page' },
];
