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

export const shownScreens: readonly ShownScreen[] = [
  { name: 'Sign in', path: '^/sign-in', ready: 'There are no passwords' },
  { name: 'Overview', path: '', ready: 'Test bookings' },
  {
    name: 'Webhooks',
    path: '/webhooks',
    ready: 'booking.confirmed',
    act: (page) => page.getByText('Statistics').click(),
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
  { name: 'Webhooks, resend', path: '/webhooks', ready: 'booking.confirmed', act: press('Resend abandoned') },
  { name: 'Settings', path: '/settings', ready: 'Prepare the next secret', act: press('Account') },
  { name: 'Settings, a question', path: '/settings', ready: 'Prepare the next secret', act: press('Clear') },
  { name: 'Not found', path: '/nothing-here', ready: 'This address leads to no page' },
];
