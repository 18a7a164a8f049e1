/** booking-service payment reconcile, beside a running service, with a card service over HTTP. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { createHttpPayments, openPostgresStore, openSqliteStore, systemClock, type Store } from '../../src/index.ts';
import { openWorld, testSealing } from '../../src/testing.ts';
import { baseEngines, makePostgresDatabase, type BaseEngine } from '../support/engines.ts';
import { environment as sealed } from '../support/processes/served.ts';
import { openFolder } from '../support/processes/server-process.ts';
import { approve, create, read } from '../support/card-ledger.ts';
import { secret, startCardService } from './test-card-service.ts';

/** Opens an empty store, and the setting by which a command finds it. */
async function openStoreOf(
  engine: BaseEngine,
  { opened, folder }: { opened: AsyncDisposableStack; folder: string },
): Promise<{ readonly store: Store; readonly setting: Readonly<Record<string, string>> }> {
  const sealing = { sealing: testSealing };
  if (engine === 'sqlite') {
    return { store: opened.use(openSqliteStore(folder, sealing)), setting: { BOOKING_SERVICE_DATA: folder } };
  }
  const { url } = opened.use(await makePostgresDatabase({ tables: true }));
  return { store: opened.use(await openPostgresStore(url, sealing)), setting: { BOOKING_SERVICE_DATABASE: url } };
}

/** Opens a service with a card service over HTTP, and the command on its database. */
async function openReconciled(engine: BaseEngine) {
  await using opened = new AsyncDisposableStack();
  const cards = opened.use(await startCardService());
  const { path: folder } = opened.use(await openFolder());
  const { store, setting } = await openStoreOf(engine, { opened, folder });
  const payments = createHttpPayments({ url: cards.url, secret, clock: systemClock });
  const world = opened.use(await openWorld({ store, payments }));
  const file = join(folder, 'providers.yaml');
  const side = `{ type: http, url: '${cards.url}', secret: { env: CARD_SERVICE_SECRET } }`;
  await writeFile(file, `providers: [{ name: sandbox, type: sandbox, test: simulate }]\npayments: { test: ${side} }\n`);
  const environment = { ...sealed, ...setting, CARD_SERVICE_SECRET: secret };
  const { organization_id } = world.organization;
  const running = opened.move();
  return {
    world,
    reconcile: (...flags: string[]) =>
      runCommandLine(['payment', 'reconcile', '--org', organization_id, ...flags], environment),
    providers: ['--providers', file],
    /** Pays for a booking. Returns it with its payment at the card service. */
    async pay() {
      const booking = await create(world);
      const payment = cards.payments.get(booking.payment?.reference ?? '');
      if (!payment) throw new Error('The card service has no payment.');
      payment.status = 'authorized';
      await approve(world, booking);
      await world.clock.advance(4_000);
      return { booking, payment };
    },
    forget: (reference = '') => cards.payments.delete(reference),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

describe.each(baseEngines)('on %s', (engine) => {
  it('CRD-8: prints the differences, and repairs them with --repair', async () => {
    await using service = await openReconciled(engine);
    const { world, reconcile, providers } = service;
    expect(await reconcile(...providers)).toEqual({ exitCode: 0, text: 'No differences. Payments read: 0.' });
    const equal = await service.pay();
    const returned = await service.pay();
    const lost = await service.pay();
    returned.payment.amount_refunded = 2000;
    service.forget(lost.booking.payment?.reference);
    const { text } = await reconcile(...providers);
    expect(text).toMatch(
      /^BOOKING +STATUS +DIFFERENCE +PAYMENT +AMOUNT +REFUNDED +CURRENCY +FOUND +REPAIR +REPAIRED\n/,
    );
    expect(text).toMatch(
      new RegExp(
        `\\n${returned.booking.id} +confirmed +refunded_more +captured +5000 +0 +EUR +captured 2000 refunded +record +no\\n`,
      ),
    );
    expect(text).toMatch(
      new RegExp(`\\n${lost.booking.id} +confirmed +unknown_reference .* does not have the payment`),
    );
    expect(text).not.toContain(equal.booking.id);
    expect(text).toMatch(/\n\nPayments read: 3\.$/);

    expect((await reconcile(...providers, '--repair')).text).toMatch(/ captured 2000 refunded +record +yes\n/);
    expect((await read(world, returned.booking)).payment).toMatchObject({ amount_refunded: 2000 });
    expect((await reconcile(...providers, '--repair')).text).not.toContain(returned.booking.id);
    const later = await reconcile(...providers, '--from', '2026-11-22T00:00:00Z', '--json');
    expect(JSON.parse(later.text)).toEqual({ object: 'list', data: [], read: 0, has_more: false, next_cursor: null });
    const page = await reconcile(...providers, '--limit', '1');
    expect(page.text).toMatch(/\n\nMore rows follow: --cursor bkg_\w+$/);
  });
});

it('refuses a command without --providers', async () => {
  await using service = await openReconciled('sqlite');
  expect(await service.reconcile()).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining('--providers is missing. Name the list of your suppliers: ') as unknown,
  });
});
