/** Creates by pgbench, with the statement of the store. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
// @boundaries-ignore the benchmark compares the statement itself, which the library does not export
import { createValues, insertBookings } from '../../packages/server/src/store/bookings/postgres.ts';
import { callers, newCreate } from './creates.ts';

const run = promisify(execFile);

export interface Pgbench extends AsyncDisposable {
  /** Creates this many bookings with as many connections as callers. Returns the creates in a second. */
  create(amount: number): Promise<number>;
}

export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Prepares pgbench: the parameters of one create, with new ids each time. */
export async function preparePgbench({
  url,
  organization_id,
}: {
  url: string;
  organization_id: string;
}): Promise<Pgbench> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  const { booking, events, ...rest } = newCreate(organization_id);
  const [event] = events;
  const [delivery] = event?.deliveries ?? [];
  if (!event || !delivery) throw new Error('A create has an event and its delivery.');
  const values = createValues([{ booking, events, ...rest }]);
  // Each round trip replaces the end of each id with a new number.
  const ids = [booking.id, event.id, delivery.id, rest.idempotency_key ?? ''];
  const parameter = (number: number) => {
    const value = values[number - 1] ?? '';
    const fresh = ids.filter((id) => value.includes(id));
    return fresh.reduce((text, id) => `replace(${text}, '${id.slice(-12)}', :fresh::text)`, `:p${number}::text`);
  };
  const script = join(folder, 'create.sql');
  const text = insertBookings.text.replaceAll(
    /\$(\d+)/g,
    (_, number: string) => `(${parameter(Number(number))})${number === '2' ? '::json' : ''}`,
  );
  await writeFile(script, `\\set fresh random(1, 9000000000000000000)\n${text.replaceAll(/\s*\n\s*/g, ' ')};\n`);
  const given = values.flatMap((value, index) => ['-D', `p${index + 1}=${value}`]);

  return {
    async create(amount) {
      const each = Math.ceil(amount / callers);
      const how = ['-n', '-M', 'prepared', '-c', String(callers), '-j', '2', '-t', String(each), '-f', script];
      const { stdout } = await run('pgbench', [...how, ...given, url]);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
