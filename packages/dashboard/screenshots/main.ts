/**
 * Makes the screenshots of the README: a sandbox with some bookings, whose receiver fails for a while.
 *
 * Reads   the pages in packages/server/dashboard (npm run dashboard)
 * Writes  docs/images/dashboard-*.webp, at most 60 kB each
 * Run     npm run dashboard && npm run screenshots -w packages/dashboard
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findDashboardFiles } from '@booking-service/server';
import { openTestDashboard, openWorld } from '@booking-service/server/testing';
import type { Page } from 'playwright-core';
import { makeBooking, openLink } from '../test/support/open-dashboard.ts';
import { openBrowser } from '../test/support/open-browser.ts';

const maxBytes = 60_000;
const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

const files = await findDashboardFiles();
if (!files) throw new Error('The pages are not built. Run npm run dashboard first.');
await using world = await openWorld({ start: new Date(), organization: { name: 'Harbour Group' } });
await using dashboard = await openTestDashboard(world, { files });
for (const status of [204, 204, 204, 500, 204, 404, 204, 204, 204, 204, 204, 204, 204, 204] as const) {
  await makeBooking(world, { response: status });
  await world.clock.advance(25 * 60_000);
}

const { organization_id } = world.organization;
const base = `${dashboard.url}/organizations/${organization_id}`;
const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 }, colorScheme: 'light' });
  await openLink(page, dashboard.url + (await dashboard.addLink('operator')));
  await page.getByRole('heading', { name: 'Test bookings' }).waitFor();
  await take(page, 'overview');

  await page.goto(`${base}/webhooks`);
  await page.locator('.row-link').first().waitFor();
  await take(page, 'webhooks');

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${base}/webhooks?state=abandoned`);
  await page.locator('.row-link').first().click();
  await page.getByText('Attempt 4').waitFor();
  await take(page, 'attempt');

  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto(`${base}/webhooks`);
  await page.locator('.row-link').first().waitFor();
  await take(page, 'phone');
} finally {
  await browser.close();
}

/** Writes a screenshot as WebP, which the browser encodes itself. */
async function take(page: Page, name: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  const blank = await browser.newPage();
  const url = await blank.evaluate<string>(`new Promise((resolve) => {
    const image = new Image();
    image.onload = () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d').drawImage(image, 0, 0);
      resolve(canvas.toDataURL('image/webp', 0.7));
    };
    image.src = 'data:image/png;base64,${png}';
  })`);
  await blank.close();
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  if (bytes.length > maxBytes) throw new Error(`${name} has ${bytes.length} bytes, more than ${maxBytes}.`);
  writeFileSync(`${images}dashboard-${name}.webp`, bytes);
  console.log(`docs/images/dashboard-${name}.webp: ${bytes.length} bytes`);
}
