/** The sandbox clock after a restart: it keeps its offset, so that pending work continues. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Booking } from '@booking-service/contract';
import type { Clock } from '@booking-service/contract/admin';
import { expect, it } from 'vitest';
import { callAdmin } from '../support/worlds/admin-call.ts';
import {
  call,
  eventually,
  openFolder,
  runCommand,
  portFlags,
  sandbox,
  startService,
} from '../support/processes/server-process.ts';
import { newBooking } from '../support/new-booking.ts';

const days_ms = 20 * 24 * 3600 * 1000;

it('STA-12 DLV-3: keeps the advanced clock after a kill, and confirms the pending booking', async () => {
  await using folder = await openFolder();
  let id: string;
  {
    await using service = await startService(folder.path);
    expect(service.welcome).not.toContain('Clock ');
    const advance = { body: { ms: days_ms } };
    const { body: clock } = await callAdmin<Clock>(service.adminUrl, 'POST /sandbox/clock/advance', advance);
    const tomorrow = new Date(Date.parse(clock.now) + 24 * 3600 * 1000).toISOString().slice(0, 10);
    const body = newBooking({ date: tomorrow });
    id = (await call<Booking>(service, 'POST /v1/bookings', { body })).body.id;
    await service.end('SIGKILL');
  }
  await using service = await startService(folder.path);
  expect(service.welcome).toMatch(/Clock +\d{4}-\S+Z +\(20 d ahead of this computer, because it was advanced\)/);
  expect(service.welcome).toContain(`Date.now() + 864e5 + ${days_ms}`);
  const { body: clock } = await callAdmin<Clock>(service.adminUrl, 'GET /sandbox/clock');
  expect(clock.offset_ms).toBe(days_ms);
  const confirmed = await eventually(
    async () => (await call<Booking>(service, `GET /v1/bookings/${id}`)).body.status,
    (status) => status === 'confirmed',
  );
  expect(confirmed).toBe('confirmed');
});

it('DLV-3: refuses to start with a damaged clock file, and explains what to do', async () => {
  await using folder = await openFolder();
  await writeFile(join(folder.path, 'sandbox-clock.json'), '{"offset');
  const { code, stderr } = await runCommand([...sandbox, '--data', folder.path, ...(await portFlags())]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('sandbox-clock.json is damaged.')]);
});
