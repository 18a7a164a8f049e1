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
import { judge } from './judge.ts';
import { openOutside } from './outside.ts';
import { points } from './points.ts';
import { kinds, playStory, type Call, type Story } from './stories.ts';
import { readDeliveries } from '../support/read-deliveries.ts';

const child = fileURLToPath(new URL('child.ts', import.meta.url));
/** The minimum number of concurrent stories. */
const atOnce = 8;
/** The maximum lifetime of a process that does not reach its point. Then it is killed, at random. */
const longestLife_ms = 2500;
/** Longer than every lease. */
const lease_ms = 61_000;

export interface Row {
  readonly point: string;
  kills: number;
  acknowledged: number;
  lost: number;
  doubled: number;
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
  let address: PromiseWithResolvers<string> = Promise.withResolvers();

  const call: Call = async (method, path, body, idempotency_key) => {
    const url = await address.promise;
    const response = await fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${keys.test}`,
        'Content-Type': 'application/json',
        ...(idempotency_key !== undefined && { 'Idempotency-Key': idempotency_key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    // The wire validator checks responses in other tests.
    return { status: response.status, body: (await response.json()) as Booking };
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
    endings.push(playStory(story, { call, again: () => pause(50) }).finally(() => underWay.delete(story)));
  }

  const rows = new Map<string, Row>();
  const lives = mixed(each, random);
  let begun = 0;
  for (const [number, point] of lives.entries()) {
    for (let count = 0; count < 3 || underWay.size < atOnce; count += 1) begin();
    const life = await start({ engine, outside: outside.url, point, after: number % 3, ahead_ms: ahead() });
    address.resolve(life.url);
    let remaining = number % 3;
    outside.onWebhook = () => {
      if (point === 'at the webhook' && remaining-- === 0) life.process.kill('SIGKILL');
    };
    const before = acknowledged();
    const limit = point === 'at random' ? 30 + ((number * 97) % 700) : longestLife_ms;
    const timer = setTimeout(() => life.process.kill('SIGKILL'), limit);
    await life.ended;
    clearTimeout(timer);
    // If the process did not reach its point, it was killed at random.
    const name = Date.now() - life.begun >= limit ? 'at random' : point;
    for (const story of underWay) story.points.add(name);
    const row = rows.get(name) ?? { point: name, kills: 0, acknowledged: 0, lost: 0, doubled: 0 };
    rows.set(name, { ...row, kills: row.kills + 1, acknowledged: row.acknowledged + acknowledged() - before });
    address = Promise.withResolvers();
    if (number % 3 === 2) await deliverWaiting();
  }

  outside.onWebhook = () => undefined;
  const last = await start({ engine, outside: outside.url, ahead_ms: ahead() });
  address.resolve(last.url);
  await Promise.all(endings);
  await end(last);

  const faults: string[] = [];
  await using store = await openStore(engine);
  const deliveries = Map.groupBy(await readDeliveries(store), ({ subject_id }) => subject_id);
  for (const story of stories) {
    const [id = ''] = story.ids;
    const found = await store.findBooking({ organization_id, id });
    const { lost, doubled } = judge(story, { outside, found, deliveries: deliveries.get(id) ?? [] });
    faults.push(...lost.map((what) => `lost ${what}`), ...doubled.map((what) => `doubled ${what}`));
    for (const name of story.points) {
      const row = rows.get(name);
      if (!row) continue;
      row.lost += lost.length;
      row.doubled += doubled.length;
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
    outside.onWebhook = () => undefined;
    const life = await start({ engine, outside: outside.url, ahead_ms: ahead() });
    address.resolve(life.url);
    await end(life);
    address = Promise.withResolvers();
  }

  function acknowledged(): number {
    return stories.reduce((sum, story) => sum + story.acknowledged, 0);
  }
}

interface Life {
  readonly url: string;
  readonly process: ChildProcess;
  readonly begun: number;
  readonly ended: Promise<unknown>;
}

async function start(options: ChildOptions): Promise<Life> {
  const args = ['--conditions=@booking-service/source', child, JSON.stringify(options)];
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(started, 'exit');
  // Without a message, the process was killed before it listened. Requests to port 9 fail.
  const closed = { url: 'http://127.0.0.1:9' };
  // The first message of child.ts has this form.
  const [{ url }] = (await Promise.race([once(started, 'message'), ended.then(() => [closed])])) as [{ url: string }];
  return { url, process: started, begun: Date.now(), ended };
}

async function makeOrganization(engine: Engine, webhook_url: string): Promise<CreatedOrganization> {
  await using store = await openStore(engine);
  const organization = { name: 'Crash', webhook_url, rate_limit: 100_000_000, test_allowance: 100_000_000 };
  return await createOrganization(store, organization, new Date());
}

/** The points in turn, with random kills between them, so that no delivery reaches the same point repeatedly. */
function mixed(each: number, random: number): string[] {
  const rounds = Array.from({ length: each }, () => [...points]).flat();
  const every = Math.max(1, Math.ceil(rounds.length / Math.max(1, random)));
  return rounds.flatMap((point, index) =>
    index % every === 0 && index / every < random ? [point, 'at random'] : [point],
  );
}

/** Lets the process end every run, send every webhook, and end. */
async function end({ process: ending, ended }: Life): Promise<void> {
  ending.send('end');
  await ended;
}
