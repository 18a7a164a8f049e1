/** booking-service delivery … and booking …, on the database of a running server. */
import type { Booking } from '@booking-service/contract';
import type {
  BookingList,
  BookingTimeline,
  Delivery,
  DeliveryList,
  FoundBookings,
} from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { openSqliteStore, type Store } from '../../../src/index.ts';
import { openWorld, testSealing, type World } from '../../../src/testing.ts';
import { createCardLedger, pay, pricedProvider } from '../../support/card-ledger.ts';
import { environment as sealed } from '../../support/processes/served.ts';
import { baseEngines, makePostgresDatabase, type BaseEngine } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { pendingProvider } from '../../support/providers.ts';
import { openFolder } from '../../support/processes/server-process.ts';
import { addDelivery, at } from '../../store/queues/queued.ts';

/** A store, and the settings that name it. */
interface Place extends AsyncDisposable {
  readonly store: Store;
  readonly environment: Readonly<Record<string, string>>;
}

async function openPlace(engine: BaseEngine): Promise<Place> {
  await using opened = new AsyncDisposableStack();
  if (engine === 'sqlite') {
    const folder = opened.use(await openFolder());
    const store = opened.use(openSqliteStore(folder.path, { sealing: testSealing }));
    const running = opened.move();
    return {
      store,
      environment: { ...sealed, BOOKING_SERVICE_DATA: folder.path },
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  }
  const database = opened.use(await makePostgresDatabase({ tables: true }));
  const store = opened.use(await database.open());
  const running = opened.move();
  return {
    store,
    environment: { ...sealed, BOOKING_SERVICE_DATABASE: database.url },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Adds a delivery that is abandoned, and one that succeeds. */
async function addTwo({ store, organization, endpoint, clock }: World): Promise<void> {
  endpoint.responses.push(500, 500, 'drop', 500);
  await addDelivery(store, organization);
  await clock.advance(15 * 60_000);
  await addDelivery(store, organization, 15 * 60_000);
  await clock.advance(30_000);
}

describe.each(baseEngines)('%s', (engine) => {
  it('STA-14: lists, shows, retries and fails a stuck booking', async () => {
    await using place = await openPlace(engine);
    const start = new Date(Date.now() - 3_600_000);
    await using world = await openWorld({ store: place.store, providers: [pendingProvider], start });
    const { organization_id } = world.organization;
    const of = ['--org', organization_id];
    // The commands have the clock of the computer, an hour after that of the world.
    const run = async (...args: string[]) => (await runCommandLine(['booking', ...args], place.environment)).text;
    expect(await run('stuck')).toBe('No booking is stuck.');
    const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: newBooking() });
    await world.clock.advance(0);
    expect(await run('stuck')).toMatch(
      new RegExp(`${body.id} +${organization_id} +sandbox +processing +booking +pending`),
    );
    expect(await run('show', body.id, ...of)).toMatch(/^run +booking, stuck$/m);
    expect(await run('show', body.id, ...of)).toMatch(/^payment +none$/m);
    expect(await run('retry', body.id, ...of)).toContain('is due at its provider');
    expect(await run('fail', body.id, ...of)).toContain('has failed');
    expect(JSON.parse(await run('show', body.id, ...of, '--json'))).toMatchObject({
      booking: { status: 'failed', error_code: 'provider_failed' },
      run: { work: 'release' },
    });
    expect(await run('fail', body.id, ...of)).toContain(
      'Only a booking in processing or requires_action can be failed.',
    );
  });

  it('CRD-7 CRD-9: shows, lists and refunds payments', async () => {
    await using place = await openPlace(engine);
    const { payments } = createCardLedger({ approved: true });
    const start = new Date(Date.now() - 10_000);
    await using world = await openWorld({ store: place.store, providers: [pricedProvider()], payments, start });
    const booking = await pay(world, 'own');
    const show = ['booking', 'show', booking.id, '--org', world.organization.organization_id];
    const { text } = await runCommandLine(show, place.environment);
    const of = ['--org', world.organization.organization_id];
    const list = async (unsettled: string) =>
      (await runCommandLine(['payment', 'list', ...of, '--unsettled', unsettled], place.environment)).text;
    expect(await list('false')).toMatch(
      new RegExp(`^${booking.id} .* confirmed +captured +5000 +0 +EUR +ledger_${booking.id}$`, 'm'),
    );
    const refund = ['payment', 'refund', booking.id, ...of, '--amount-refunded', '2500'];
    expect((await runCommandLine(refund, place.environment)).text).toContain('A running service refunds booking');
    expect(await list('true')).toContain(booking.id);
    // The command has the clock of the computer.
    await world.clock.advance(Date.now() - world.clock.now().getTime() + 4_000);
    expect(await list('true')).toBe('No payments.');
    expect((await runCommandLine(show, place.environment)).text).toMatch(/^refunded +2500 EUR\nrequested +2500 EUR$/m);
    expect(text).toMatch(
      new RegExp(
        `^payment +captured\\namount +5000 EUR in the minor unit\\nrefunded +0 EUR\\nreference +ledger_${booking.id}$`,
        'm',
      ),
    );
  });

  it('DLV-7 DLV-10: lists, shows and resends deliveries', async () => {
    await using place = await openPlace(engine);
    await using world = await openWorld({ store: place.store });
    await addTwo(world);
    const { organization_id } = world.organization;
    const run = async (line: string, exitCode = 0) => {
      const words = ['delivery', ...line.split(' '), '--org', organization_id];
      const ended = await runCommandLine(words, place.environment);
      expect(ended).toEqual({ exitCode, text: expect.any(String) });
      return ended.text;
    };
    const { data } = JSON.parse(await run('list --json')) as DeliveryList;
    expect(data).toMatchObject([{ state: 'succeeded' }, { state: 'abandoned' }]);
    const [sent, abandoned] = data;
    const text = await run('list --state abandoned');
    expect(text).toMatch(/^DELIVERY +CREATED +EVENT +BOOKING +STATE +LAST ATTEMPT +NEXT ATTEMPT\n/);
    expect(text).toMatch(new RegExp(`^${abandoned?.id} .* booking.created .* abandoned +4: 500 +none$`, 'm'));
    expect(text).not.toContain(sent?.id);
    expect(await run('list --limit 1')).toContain(`--cursor ${sent?.id}`);
    expect(await run(`list --limit 1 --cursor ${sent?.id}`)).toContain(abandoned?.id);
    expect(await run('list --state pending')).toMatch(/^No deliveries\. Deliveries from before .* are removed/);
    expect(await run('list --state late', 2)).toContain('--state must be one of pending, succeeded, abandoned');

    const shown = JSON.parse(await run(`show ${abandoned?.id} --json`)) as Delivery;
    expect(shown.attempts).toHaveLength(4);
    expect(await run(`show ${abandoned?.id}`)).toMatch(/\n4 +\S+Z +500 +\d+ ms +"seen"$/);
    expect(await run(`show ${abandoned?.id}`)).toMatch(/^3 +\S+Z +connection_reset +\d+ ms +""$/m);
    expect(await run('show dlv_unknown', 1)).toBe('No delivery has the id dlv_unknown.');
    const old = 'dlv_0184a0b1c2d3e4f5061728394a5b6c7d';
    expect(await run(`show ${old}`, 1)).toMatch(/are removed, so dlv_0184\w+ is no longer stored\.$/);

    expect(await run(`resend ${sent?.id}`)).toBe(`Delivery ${sent?.id} is due. The worker sends it at its next tick.`);
    expect(await run(`resend ${sent?.id}`, 1)).toContain('is due already');
    expect(await run(`count --from ${at(0).toISOString()} --status-class 5xx`)).toBe('1 deliveries match.');
    expect(await run(`count --from ${at(0).toISOString()} --type booking.failed`)).toBe('0 deliveries match.');
    const resend = `resend-many --from ${at(0).toISOString()} --status-class 5xx`;
    expect(await run(resend)).toBe('Resent  1\n\nThe worker sends them in its next ticks.');
    expect(JSON.parse(await run(`${resend} --json`))).toMatchObject({ resent: 0, next_cursor: null });
    const pending = JSON.parse(await run('list --state pending --json')) as DeliveryList;
    expect(pending.data.map(({ id }) => id)).toEqual([sent?.id, abandoned?.id]);
  });

  it('BKG-2: lists and finds bookings, and shows the changes of one', async () => {
    await using place = await openPlace(engine);
    await using world = await openWorld({ store: place.store });
    await addTwo(world);
    const { organization_id } = world.organization;
    const run = async (line: string, exitCode = 0) => {
      const words = ['booking', ...line.split(' '), '--org', organization_id];
      const ended = await runCommandLine(words, place.environment);
      expect(ended).toEqual({ exitCode, text: expect.any(String) });
      return ended.text;
    };
    const { data } = JSON.parse(await run('list --json')) as BookingList;
    expect(data).toMatchObject([{ status: 'processing' }, { status: 'processing' }]);
    const id = data[1]?.id ?? '';
    expect(await run('list --mode test')).toMatch(
      /^BOOKING +CREATED +STATUS +MODE +STARTS +PROVIDER +CONFIRMATION +ERROR\n/,
    );
    expect(await run('list --status confirmed')).toBe('No bookings.');
    expect((JSON.parse(await run(`find --id ${id} --json`)) as FoundBookings).data).toEqual([data[1]]);
    expect(await run('find --key order-1')).toBe('No booking has this name.');
    expect(await run('find', 2)).toBe('Name exactly one of id, idempotency_key and confirmation_code.');
    const timeline = JSON.parse(await run(`timeline ${id} --json`)) as BookingTimeline;
    const changes = timeline.data.flatMap(({ change }) => change ?? []);
    expect(changes).toMatchObject([{ status: 'processing', deliveries: [{ state: 'abandoned' }] }]);
    expect(timeline.data.flatMap(({ attempt }) => attempt ?? [])).toMatchObject([{}, {}, {}, {}]);
    const printed = await run(`timeline ${id}`);
    expect(printed).toMatch(/\n\S+Z +webhook booking.created, attempt 4 +500 after \d+ ms +dlv_\w+\n/);
    expect(printed).toMatch(/Z +booking.created +status processing, webhook abandoned +evt_\w+\n/);
    expect(await run('timeline bkg_unknown', 1)).toBe('No booking has the id bkg_unknown.');
  });
});
