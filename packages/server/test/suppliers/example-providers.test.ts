/**
 * The providers of examples/ in other languages, as processes: each passes the conformance check, and keeps its bookings over a
 * restart. A language that is not installed is left out, and the closing lines name it. CI installs both.
 *
 * @module-tag slow
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Booking, KeyMode, SlotList } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { openBooking } from '../../src/domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import { createHttpProvider, systemClock, type BookingStep } from '../../src/index.ts';
import { openWorld, testContext } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { openFolder, runCommand } from '../support/processes/server-process.ts';

const secret = 'secret of the example';
const examples = fileURLToPath(new URL('../../../../examples', import.meta.url));

interface Example {
  readonly name: string;
  readonly program: 'python3' | 'go';
  /** Builds what a folder needs, and returns the command that starts the provider there. */
  readonly prepare: (folder: string) => readonly [command: string, ...args: string[]];
}

const languages: readonly Example[] = [
  {
    name: 'Python',
    program: 'python3',
    prepare: () => ['python3', '-B', join(examples, 'provider-python/provider.py')],
  },
  {
    name: 'Go',
    program: 'go',
    prepare(folder) {
      const binary = join(folder, 'provider');
      const built = spawnSync('go', ['build', '-buildvcs=false', '-o', binary, '.'], {
        cwd: join(examples, 'provider-go'),
        encoding: 'utf8',
      });
      expect(built.stderr).toBe('');
      return [binary];
    },
  },
];

const requested = { ...newBooking(), venue_id: 'ven_corner_cafe', slot_id: 'slt_corner_cafe_20300101T1900' };

interface Running extends AsyncDisposable {
  readonly url: string;
}

/** Starts the provider on its records in the folder. */
async function start(
  [command, ...args]: readonly [string, ...string[]],
  folder: string,
  mode: KeyMode = 'test',
): Promise<Running> {
  const child = spawn(command, [...args, '--port', '0', '--data', join(folder, `records-${mode}`), '--mode', mode], {
    env: { ...process.env, PROVIDER_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [printed] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown];
  return {
    url: /http:\S+/.exec(String(printed))?.[0] ?? '',
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe.each(languages)('the example in $name', ({ program, prepare }) => {
  const options = { timeout: 240_000, tags: [`needs-${program}`] };

  it('passes every scenario', options, async () => {
    await using folder = await openFolder();
    const command = prepare(folder.path);
    await using test = await start(command, folder.path);
    await using live = await start(command, folder.path, 'live');
    const file = join(folder.path, 'providers.yaml');
    const settings = ({ url }: Running) => `url: '${url}', secret: { env: PROVIDER_SECRET }`;
    const supplier = `{ name: corner, type: http, ${settings(live)}, test: { ${settings(test)} } }`;
    await writeFile(file, `providers:\n  - ${supplier}\n`);
    const environment = { PROVIDER_SECRET: secret };
    const args = ['provider', 'check', 'corner', '--both', '--providers', file];
    const { code, stdout, stderr } = await runCommand(args, { environment });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/\ncorner: 32 passed, 0 failed, 0 skipped\.\n$/);
  });

  it(
    'MOD-1: a create with a test key takes no live slot, and the live side refuses test requests',
    options,
    async () => {
      await using folder = await openFolder();
      const command = prepare(folder.path);
      await using live = await start(command, folder.path, 'live');
      await using test = await start(command, folder.path);
      const connect = ({ url }: Running) => createHttpProvider({ name: 'corner', url, secret, clock: systemClock });
      const suppliers = [{ live: connect(live), test: connect(test) }];
      await using world = await openWorld({ integrations: { suppliers } });
      const create = (key: KeyMode) => world.call<Booking>('POST', '/v1/bookings', { key, body: requested });
      const slots = async (key: KeyMode) => {
        const body = { venue_id: requested.venue_id, date: '2030-01-01', party_size: 2 };
        return (await world.call<SlotList>('POST', '/v1/availability/search', { key, body })).body.data.length;
      };

      expect(await create('test')).toMatchObject({ status: 201, body: { status: 'confirmed', livemode: false } });
      expect({ test: await slots('test'), live: await slots('live') }).toEqual({ test: 3, live: 4 });
      expect(await create('live')).toMatchObject({ status: 201, body: { status: 'confirmed', livemode: true } });
      expect({ test: await slots('test'), live: await slots('live') }).toEqual({ test: 3, live: 3 });
      await expect(connect(live).searchVenues({}, testContext)).rejects.toThrow('status 400');
    },
  );

  it('keeps its bookings over a kill -9', options, async () => {
    await using folder = await openFolder();
    const command = prepare(folder.path);
    const [booking, other, later] = [bookingOf(), bookingOf(), bookingOf()];
    const connect = ({ url }: Running) => createHttpProvider({ name: 'corner', url, secret, clock: systemClock });
    const book = (running: Running, each: Booking) => connect(running).book(firstStep(each), testContext);

    const first = await start(command, folder.path);
    const outcome = await book(first, booking);
    expect(outcome).toMatchObject({ outcome: 'confirmed' });
    await first[Symbol.asyncDispose]();

    await using second = await start(command, folder.path);
    expect(await book(second, booking)).toEqual(outcome);
    expect(await book(second, other)).toMatchObject({ outcome: 'failed', error_code: 'slot_not_offered' });
    await connect(second).release({ ...booking, status: 'cancelled' }, testContext);
    expect(await book(second, later)).toMatchObject({ outcome: 'confirmed' });
  });
});

function firstStep(booking: Booking): BookingStep {
  return { booking, reference: `${booking.id}/1`, step: 1, attempt: 1, answer: undefined };
}

function bookingOf(): Booking {
  return openBooking({ id: randomId('bkg'), provider: 'corner', livemode: false, request: requested }, new Date())
    .booking;
}
