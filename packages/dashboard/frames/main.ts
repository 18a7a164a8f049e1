/**
 * Measures the frames of the delivery history at 100,000 deliveries: it scrolls and pages, and reads how long the page's thread was
 * busy without a break.
 *
 * Reads   the pages in packages/server/dashboard (npm run dashboard)
 * Run     npm run dashboard && npm run frames -w packages/dashboard
 * Prints  the number of rows in the page, and the longest tasks in milliseconds: by the clock, and of the processor. On a busy
 *         computer only the second says something about the page. Exits 1 if a task took more than 50 ms of the processor.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findDashboardFiles, openSqliteStore } from '@booking-service/server';
import { openTestDashboard, openWorld, testSealing } from '@booking-service/server/testing';
import { makeBooking, openLink } from '../test/support/open-dashboard.ts';
import { openBrowser } from '../test/support/open-browser.ts';

const deliveries = 100_000;
const longest_ms = 50;
const pages = 20;

/** One entry of a trace of Chromium. Times are in microseconds; tdur is the time of the processor. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const folder = await mkdtemp(join(tmpdir(), 'dashboard-frames-'));
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true }));
const files = await findDashboardFiles();
if (!files) throw new Error('The pages are not built. Run npm run dashboard first.');
const store = opened.use(openSqliteStore(folder, { sealing: testSealing }));
const world = opened.use(await openWorld({ store, start: new Date() }));
await makeBooking(world);
copyRows(join(folder, 'booking-service.db'));
const dashboard = opened.use(await openTestDashboard(world, { files }));
const browser = await openBrowser();
opened.defer(() => browser.close());

const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await openLink(page, dashboard.url + (await dashboard.addLink('viewer')));
await page.getByRole('heading', { name: 'Overview' }).waitFor();
await page.goto(`${dashboard.url}/organizations/${world.organization.organization_id}/webhooks`);
await page.locator('.row-link').first().waitFor();
await browser.startTracing(page, {
  categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'],
});
for (let turn = 0; turn < pages; turn += 1) {
  const before = page.url();
  await page.mouse.move(640, 500);
  for (let step = 0; step < 10; step += 1) await page.mouse.wheel(0, 200);
  await page.getByRole('button', { name: 'Older' }).click();
  await page.waitForURL((url) => url.href !== before);
  await page.locator('.table:not([aria-busy])').waitFor();
}
const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
const main = traceEvents.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
const tasks = traceEvents.filter((each) => each.ph === 'X' && each.pid === main?.pid && each.tid === main.tid);
const longest = (key: 'dur' | 'tdur') =>
  tasks
    .map((each) => (each[key] ?? 0) / 1000)
    .toSorted((a, b) => b - a)
    .slice(0, 5);
const rows = await page.locator('tbody tr').count();
console.log(`${deliveries} deliveries, ${rows} rows in the page, ${tasks.length} tasks, ${pages} pages.`);
console.log(
  `longest by the clock: ${longest('dur').join(', ')} ms; of the processor: ${longest('tdur').join(', ')} ms`,
);
if (tasks.length === 0 || longest('tdur').some((ms) => ms > longest_ms)) process.exitCode = 1;

/** Copies the rows of a delivery until there are enough, with new ids. */
function copyRows(file: string): void {
  using db = new DatabaseSync(file);
  db.exec('PRAGMA busy_timeout = 5000');
  const [template] = db.prepare('SELECT organization_id, id, event_id FROM deliveries').all();
  if (!template) throw new Error('The world has no delivery to copy.');
  const parts = [
    ['events', 'id', template['event_id']],
    ['deliveries', 'id', template['id']],
    ['delivery_attempts', 'delivery_id', template['id']],
  ] as const;
  db.exec('BEGIN');
  for (const [table, key, id] of parts) {
    const stored = db.prepare(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`).all();
    const names = stored.map(({ name }) => String(name));
    const renamed = (name: string) => `substr(${name}, 1, length(${name}) - 8) || printf('%08x', ?)`;
    const values = names.map((name) => (name === key || name === 'event_id' ? renamed(name) : name));
    const insert = db.prepare(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${table} WHERE organization_id = ? AND ${key} = ?`,
    );
    const places = values.filter((value) => value.includes('?')).length;
    for (let row = 0; row < deliveries; row += 1)
      insert.run(...Array.from({ length: places }, () => row), template['organization_id'] ?? null, id ?? null);
  }
  db.exec('COMMIT');
}
