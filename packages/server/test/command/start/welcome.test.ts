/**
 * Runs the lines to paste that the start command prints.
 *
 * @module-tag needs-bash
 * @module-tag needs-curl
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { Booking, VenueList } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { call, eventually, openFolder, startService, webhooksOf } from '../../support/processes/server-process.ts';

it(
  'END-3 STA-1 STA-4: the printed lines create a confirmed booking with two verified webhooks',
  { timeout: 240_000 },
  async () => {
    await using folder = await openFolder();
    await using service = await startService(folder.path);

    const { code, stdout, stderr } = await paste(linesToPaste(service.welcome), folder.path);
    expect(code).toBe(0);
    const [venues = '', slot = '', booking = '', ...events] = stdout.split('\n');
    const found: VenueList = JSON.parse(venues);
    expect(found.data.map(({ city }) => city)).toEqual(['Lisbon', 'Lisbon', 'Lisbon']);
    expect(slot).toMatch(/^slt_harbour_table_\d{8}T2100$/);
    // The response to the create goes to standard error, so that the line can store its id.
    const { id, status }: Booking = JSON.parse(stderr);
    expect(status).toBe('processing');
    expect(JSON.parse(booking)).toMatchObject({ id, slot_id: slot });
    expect(JSON.parse(events.join('\n'))).toMatchObject({ object: 'list' });

    const both = ['booking.confirmed verified', 'booking.created verified'];
    expect(
      await eventually(
        () => webhooksOf(service, id),
        ({ length }) => length >= both.length,
      ),
    ).toEqual(both);
    const { body } = await call<Booking>(service, `GET /v1/bookings/${id}`);
    expect(body.status).toBe('confirmed');
  },
);

/** The lines from the one that sets URL to the one that lists the webhooks, with their indent. */
function linesToPaste(welcome: string): string {
  const lines = welcome.split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith('URL='));
  const last = lines.findLastIndex((line) => line.endsWith('/events'));
  return lines.slice(first, last + 1).join('\n');
}

/** Runs the lines in bash, with this Node as `node`. */
async function paste(lines: string, folder: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const [outFile, errFile] = [join(folder, 'pasted.out'), join(folder, 'pasted.err')];
  // Files, not pipes: a line writes to /dev/stderr, which cannot be opened where Node gives a socket.
  await using out = await open(outFile, 'w');
  await using err = await open(errFile, 'w');
  const bash = spawn('bash', ['-c', lines], {
    env: { ...process.env, PATH: path },
    stdio: ['ignore', out.fd, err.fd],
  });
  const [code] = await once(bash, 'close');
  return { code, stdout: await readFile(outFile, 'utf8'), stderr: await readFile(errFile, 'utf8') };
}
