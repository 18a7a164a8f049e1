/**
 * Kills the service under load, at every named point and at random, and restarts it. At the end it compares the acknowledged
 * requests with the database, the provider and the endpoint.
 *
 * Phases: 1. concurrent stories run while one process of the service after another is killed at its point · 2. the last process
 * is not killed: every story and every run ends, and every delivery is sent · 3. the verdict.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Booking } from '@booking-service/contract';
import { createOrganization, type CreatedOrganization } from '../../src/admin/organizations/create-organization.ts';
import type { ChildOptions } from './child.ts';
import { openStore, type Engine } from './engine.ts';
import { type FaultKind, judge } from './judge.ts';
import { openOutside } from './outside.ts';
import { points } from './points.ts';
import { kinds, playStory, type Call, type Story } from './stories.ts';
import { readDeliveries } from '../support/read-deliveries.ts';

const child = fileURLToPath(new URL('child.ts', import.meta.url));
/** The minimum number of concurrent stories. */
const atOnce = 8;
/** The maximum lifetime of a process that does not reach its point. Then it is killed, at random. */
const longestLife_ms = 10_000;
/** Longer than every lease. */
const lease_ms = 61_000;

export interface Row {
  readonly point: string;
  kills: number;
  acknowledged: number;
  readonly faults: Record<FaultKind, number>;
}

export interface CrashReport {
  readonly rows: readonly Row[];
  readonly faults: readonly string[];
}

/** Kills the service `each` times at each point and `random` times at random. */
export async function crash(engine: Engine, { each, random }: { each: number; random: number }): Promise<CrashReport> {
  await using outside = await openOutside();
  const { organization_id, keys } = await makeOrganization(engine, `${outside.url}/webhooks`);
  const stories: Story[] = [];
  const underWay = new Set<Story>();
  const endings: Promise<void>[] = [];
  /** True while each story that ends is followed by another, so that the process reaches its point. */
  let isRefilled = false;
  let address: PromiseWithResolvers<Urls> = Promise.withResolvers();

  const call: Call = async (method, path, body, idempotency_key) => {
    const { url: service, admin_url } = await address.promise;
    const isAdmin = path.startsWith('/organizations/');
    const url = isAdmin ? admin_url : service;
    const response = await fetch(url + path, {
      method,
      headers: {
        // The admin server is open, and would refuse the key.
        ...(!isAdmin && { Authorization: `Bearer ${keys.test}` }),
        'Content-Type': 'application/json',
        ...(idempotency_key !== undefined && { 'Idempotency-Key': idempotency_key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    // The wire validator checks responses in other tests.
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Booking };
  };

  function begin(): void {
    const number = stories.length;
    const story: Story = {
      kind: kinds[number % kinds.length] ?? 'confirmed',
      key: `story-${number}`,
      ids: new Set(),
      acknowledged: 0,
      points: new Set(),
    };
    stories.push(story);
    underWay.add(story);
    endings.push(
      playStory(story, { organization_id, call, again: () => pause(50) }).finally(() => {
        underWay.delete(story);
        if (isRefilled) begin();
      }),
    );
  }

  const rows = new Map<string, Row>();
  const lives = mixed(each, random);
  let begun = 0;
  for (const [number, point] of lives.entries()) {
    for (let count = 0; count < 3 || underWay.size < atOnce; count += 1) begin();
    // A turn lasts as long as its organization has deliveries, so that a process under load begins few.
    const after = point === 'after claimTurns' ? 0 : number % 3;
    const life = await start({ engine, outside: outside.url, point, after, ahead_ms: ahead() });
    address.resolve(life);
    const kill = () => life.process.kill('SIGKILL');
    const isRandom = point === 'at random';
    let remaining = isRandom ? (number * 7) % 23 : number % 3;
    outside.onCall = (to) => {
      if (!isRandom && (point !== 'at the webhook' || to !== 'webhook')) return;
      remaining -= 1;
      if (remaining !== -1) return;
      if (isRandom) setTimeout(kill, (number * 37) % 50);
      else kill();
    };
    const before = acknowledged();
    const timer = setTimeout(kill, longestLife_ms);
    isRefilled = true;
    await life.ended;
    isRefilled = false;
    clearTimeout(timer);
    // If the process did not reach its point, it was killed at random.
    const name = Date.now() - life.begun >= longestLife_ms ? 'at random' : point;
    for (const story of underWay) story.points.add(name);
    const row = rows.get(name) ?? newRow(name);
    rows.set(name, { ...row, kills: row.kills + 1, acknowledged: row.acknowledged + acknowledged() - before });
    address = Promise.withResolvers();
    if (number % 3 === 2) await deliverWaiting();
  }

  outside.onCall = () => undefined;
  const last = await start({ engine, outside: outside.url, ahead_ms: ahead() });
  address.resolve(last);
  await Promise.all(endings);
  await end(last);

  const faults: string[] = [];
  await using store = await openStore(engine);
  const deliveries = Map.groupBy(await readDeliveries(store), ({ subject_id }) => subject_id);
  for (const story of stories) {
    const [id = ''] = story.ids;
    const found = await store.findBooking({ organization_id, id });
    for (const { kind, text } of judge(story, { outside, found, deliveries: deliveries.get(id) ?? [] })) {
      faults.push(`${kind} ${text}`);
      for (const name of story.points) {
        const row = rows.get(name);
        if (row) row.faults[kind] += 1;
      }
    }
  }
  const inOrder = [...points, 'at random'].flatMap((point) => rows.get(point) ?? []);
  return { rows: inOrder, faults };

  /** Returns the lead of the next process's clock. On PostgreSQL, the leases of a killed process only expire. */
  function ahead(): number {
    begun += 1;
    return engine.name === 'postgres' ? begun * lease_ms : 0;
  }

  /**
   * Runs a process until every run has ended and every webhook was sent, and stops it then. The claim of a delivery counts as an
   * attempt, so a delivery whose four claims are each followed by a kill is abandoned (DLV-5). This test is about fewer kills.
   */
  async function deliverWaiting(): Promise<void> {
    outside.onCall = () => undefined;
    const life = await start({ engine, outside: outside.url, ahead_ms: ahead() });
    address.resolve(life);
    await end(life);
    address = Promise.withResolvers();
  }

  function acknowledged(): number {
    return stories.reduce((sum, story) => sum + story.acknowledged, 0);
  }
}

function newRow(point: string): Row {
  const faults = { lost: 0, doubled: 0, charged: 0, uncharged: 0, captures: 0, refunds: 0 };
  return { point, kills: 0, acknowledged: 0, faults };
}

interface Urls {
  readonly url: string;
  readonly admin_url: string;
}

interface Life extends Urls {
  readonly process: ChildProcess;
  readonly begun: number;
  readonly ended: Promise<unknown>;
}

async function start(options: ChildOptions): Promise<Life> {
  const args = ['--conditions=@booking-service/source', child, JSON.stringify(options)];
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(started, 'exit');
  // Without a message, the process was killed before it listened. Requests to port 9 fail.
  const closed: Urls = { url: 'http://127.0.0.1:9', admin_url: 'http://127.0.0.1:9' };
  // The first message of child.ts has this form.
  const [urls] = (await Promise.race([once(started, 'message'), ended.then(() => [closed])])) as [Urls];
  return { ...urls, process: started, begun: Date.now(), ended };
}

async function makeOrganization(engine: Engine, webhook_url: string): Promise<CreatedOrganization> {
  await using store = await openStore(engine);
  const organization = { name: 'Crash', webhook_url, rate_limit: 100_000_000, test_allowance: 100_000_000 };
  return await createOrganization(store, organization, new Date());
}

/** The points in turn, with the random kills evenly between them, so that no delivery reaches the same point repeatedly. */
function mixed(each: number, random: number): string[] {
  const named = Array.from({ length: each }, () => [...points]).flat();
  const total = named.length + random;
  const randomBefore = (index: number) => Math.floor((index * random) / total);
  return Array.from({ length: total }, (_, index) => {
    const before = randomBefore(index);
    return randomBefore(index + 1) > before ? 'at random' : (named[index - before] ?? 'at random');
  });
}

/** Lets the process end every run, send every webhook, and end. */
async function end({ process: ending, ended }: Life): Promise<void> {
  ending.send('end');
  await ended;
}
