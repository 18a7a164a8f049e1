/**
 * Kills the service once at every point between its steps and the supplier's, while stories are under way, and restarts it. At the end the
 * supplier has a place for each confirmed booking and for no other.
 *
 * @module-tag slow
 * @module-tag nightly
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Booking } from '@booking-service/contract';
import { createOrganization } from '@booking-service/server';
import { expect, it, onTestFinished } from 'vitest';
import { openOctoSupplier, type OctoSupplier } from '../supplier/octo-supplier.ts';
import { openStore, engines, makePlace } from '../service/make-place.ts';
import type { ChildOptions } from './child.ts';
import { type Call, kinds, playStory, servicePoints, type Story, supplierPoints } from './stories.ts';

const child = fileURLToPath(new URL('child.ts', import.meta.url));
const points: readonly string[] = [...supplierPoints, ...servicePoints];
/** Longer than every lease. */
const lease_ms = 61_000;
const slowMachine_ms = 900_000;
/** A process that has not reached its point by then never does. The test fails then. */
const longestLife_ms = 90_000;

it.each(engines)(
  'killed once at every point, the service on %s agrees with the supplier',
  { timeout: slowMachine_ms },
  async (engine) => {
    await using place = await makePlace(engine);
    let ahead_ms = 0;
    const clock = { now: () => new Date(Date.now() + ahead_ms) };
    await using supplier = await openOctoSupplier({ clock, capacity: 100_000 });
    const { keys } = await (async () => {
      await using store = await openStore(place);
      const organization = { name: 'Crash', webhook_url: null, rate_limit: 100_000_000, test_allowance: 100_000_000 };
      return await createOrganization(store, organization, new Date());
    })();
    const date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const stories: Story[] = [];
    const underWay = new Set<Story>();
    const endings: Promise<void>[] = [];
    let address: PromiseWithResolvers<string> = Promise.withResolvers();

    const call: Call = async <Body>(method: string, path: string, body?: object, key?: string) => {
      const response = await fetch((await address.promise) + path, {
        method,
        headers: {
          Authorization: `Bearer ${keys.test}`,
          'Content-Type': 'application/json',
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      });
      // The wire validator checks responses in other tests.
      return { status: response.status, body: (await response.json()) as Body };
    };

    async function start(point?: string): Promise<Life> {
      if (engine === 'postgres') ahead_ms += lease_ms;
      const options: ChildOptions = {
        place,
        supplier: supplier.url,
        token: supplier.token,
        ahead_ms,
        ...(point !== undefined && { point }),
      };
      const life = await startLife(options);
      onTestFinished(() => void life.process.kill('SIGKILL'));
      supplier.onPoint = (name) => {
        if (name === point) life.process.kill('SIGKILL');
      };
      address.resolve(life.url);
      return life;
    }

    for (const point of points) {
      for (const kind of kinds) {
        const story = { kind, key: `story-${stories.length}`, ids: new Set<string>(), points: new Set<string>() };
        stories.push(story);
        underWay.add(story);
        endings.push(playStory(story, { call, date }).finally(() => underWay.delete(story)));
      }
      const life = await start(point);
      // Every story passes its points again and again until the process is killed at this one.
      const timer = setTimeout(() => life.process.kill('SIGTERM'), longestLife_ms);
      expect([point, await life.ended]).toEqual([point, 'SIGKILL']);
      clearTimeout(timer);
      for (const story of underWay) story.points.add(point);
      address = Promise.withResolvers();
    }
    const last = await start();
    await Promise.all(endings);

    expect(stories.filter(({ ids }) => ids.size !== 1)).toEqual([]);
    const ids = stories.flatMap((story) => [...story.ids]);
    const bookings = await Promise.all(ids.map(async (id) => (await call<Booking>('GET', `/v1/bookings/${id}`)).body));
    const here = new Set(bookings.filter(({ status }) => status === 'confirmed').map(toEntry));
    expect(here.size).toBe(points.length * 2);
    await expect.poll(() => keptAt(supplier)).toEqual([...here].toSorted());
    process.stdout.write(`${tableOf(stories, { here, there: new Set(keptAt(supplier)) })}\n`);
    last.process.kill('SIGTERM');
    await last.ended;
    expect(supplier.faults).toEqual([]);
  },
);

function toEntry({ id, party_size }: Booking): string {
  return `${id} ${party_size}`;
}

/** Each booking for which the supplier keeps places, with our id and the number of places. */
function keptAt({ bookings }: OctoSupplier): string[] {
  return [...bookings.all.keys()]
    .map((uuid) => bookings.get(uuid))
    .filter(({ status }) => status === 'ON_HOLD' || status === 'PENDING' || status === 'CONFIRMED')
    .map(({ resellerReference, unitItems }) => `${resellerReference} ${unitItems.length}`)
    .toSorted();
}

/** One line for each point: the bookings that were under way, and those that only one side has. */
function tableOf(stories: readonly Story[], { here, there }: Record<'here' | 'there', ReadonlySet<string>>): string {
  const lines = points.map((point) => {
    const ids = stories.filter((story) => story.points.has(point)).flatMap((story) => [...story.ids]);
    const ofPoint = (entry: string) => ids.some((id) => entry.startsWith(`${id} `));
    const only = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
      [...one].filter((entry) => ofPoint(entry) && !other.has(entry)).length;
    return [point, ids.length, only(there, here), only(here, there)].map((cell) => String(cell).padEnd(22)).join('');
  });
  const head = ['killed', 'bookings under way', 'only at the supplier', 'only here'].map((cell) => cell.padEnd(22));
  return [head.join(''), ...lines].join('\n');
}

interface Life {
  readonly url: string;
  readonly process: ChildProcessByStdio<null, Readable, null>;
  /** The signal that ended it. */
  readonly ended: Promise<unknown>;
}

async function startLife(options: ChildOptions): Promise<Life> {
  const args = ['--conditions=@booking-service/source', child, JSON.stringify(options)];
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(started, 'exit').then(([, signal]: unknown[]) => signal);
  const [line] = (await Promise.race([once(started.stdout, 'data'), ended.then(() => [''])])) as [Buffer | string];
  // Without a line, the process was killed before it listened. Requests to port 9 fail.
  const url = line.length > 0 ? (JSON.parse(line.toString()) as { url: string }).url : 'http://127.0.0.1:9';
  return { url, process: started, ended };
}
