/**
 * Commits that take 100 ms, and a kill of the sender while it sends: what is missing and what arrives twice. graphile-worker sends
 * again what a killed process held, but only after four hours.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { hosts, type Bench, type Candidate } from '../open-bench.ts';
import { toTable, verdict } from '../report.ts';
import { candidateNames, type CandidateName } from '../senders/candidates.ts';
import { amount } from '../../smoke.ts';

const events = amount(3_000, 300);
const endpoints = amount(30, 10);
const killAt = amount(900, 100);
/** Longer than a lease of the service. What another candidate sends later counts as missing. */
const quiet_ms = 35_000;

export async function measureSlowCommits(bench: Bench): Promise<string> {
  const onPostgres = candidateNames.filter((name) => name !== 'ours, sqlite');
  return measure(bench, onPostgres, { doubled: 0 }, async ({ database, sender }) => {
    if (database !== undefined) await delayCommits(database);
    await sender.start();
    return performance.now();
  });
}

export async function measureKill(bench: Bench): Promise<string> {
  return measure(bench, candidateNames, { doubled: 50 }, async (candidate) => {
    await candidate.sender.start();
    while ((await bench.receiver.received()).events < killAt) await pause(5);
    await candidate.sender.kill();
    const killed_ms = performance.now();
    await candidate.reopen();
    await candidate.sender.start();
    return killed_ms;
  });
}

/** `execute` returns the time from which the seconds to the last event count. */
async function measure(
  { open, receiver }: Bench,
  names: readonly CandidateName[],
  goal: { doubled: number },
  execute: (candidate: Candidate) => Promise<number>,
): Promise<string> {
  const rows: string[][] = [];
  const verdicts: string[] = [];
  for (const name of names.slice(0, amount(names.length, 1))) {
    await using candidate = await open(name);
    for (const host of hosts.slice(0, endpoints))
      await candidate.sender.add({ url: receiver.url('/', { host }), count: events / endpoints });
    const begun_ms = await execute(candidate);
    const { events: arrived, requests, last_ms } = await receiver.waitFor(events, { quiet_ms });
    const seconds = (performance.now() - begun_ms - (Date.now() - last_ms)) / 1_000;
    // Events that were claimed and not recorded arrive again a little later.
    await pause(2_000);
    const doubled = Math.max(requests, (await receiver.received()).requests) - arrived;
    rows.push([name, String(events - arrived), String(doubled), seconds.toFixed(1)]);
    if (!name.startsWith('ours')) continue;
    verdicts.push(verdict(`missing, ${name}`, events - arrived, { atMost: 0 }));
    verdicts.push(verdict(`doubled, ${name}`, doubled, { atMost: goal.doubled }));
  }
  return [toTable([['', 'missing', 'doubled', 's to the last']].concat(rows)), ...verdicts].join('\n');
}

/** Every transaction that writes takes 100 ms longer to commit. */
async function delayCommits(database: string): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  await client.query(`
    CREATE FUNCTION bench_slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('bench.slowed', true) IS DISTINCT FROM txid_current()::text THEN
        PERFORM set_config('bench.slowed', txid_current()::text, true), pg_sleep(0.1);
      END IF;
      RETURN NULL;
    END $$;
    DO $$ DECLARE each regclass; BEGIN
      FOR each IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)' LOOP
        EXECUTE format('CREATE CONSTRAINT TRIGGER bench_slow_commit AFTER INSERT OR UPDATE OR DELETE ON %s
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.bench_slow_commit()', each);
      END LOOP;
    END $$;`);
  await client.end();
}
