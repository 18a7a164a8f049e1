/** Fills the disk under the embedded database: a tmpfs of 4 MB, which needs the right to mount. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { listHoles, type Attack } from './attack.ts';
import { callService, guest, until } from './scene/open-scene.ts';

const disk_bytes = 4 * 1024 * 1024;
const [most_rounds, rounds_when_full, concurrency] = [200, 4, 64];
const held = 'every create 201 or 503, not ready while full, ready again, none lost';

export const fullDisk: Attack = {
  attack: 'fills a disk of 4 MB with bookings, of which 1 MB becomes free again',
  expected: held,
  play: async () => {
    await using opened = new AsyncDisposableStack();
    const disk = mkdtempSync(join(tmpdir(), 'booking-service-disk-'));
    opened.defer(() => rmSync(disk, { recursive: true }));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk_bytes}`, 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      console.log('skipped: this user may not mount a disk');
      return held;
    }
    opened.defer(() => void execFileSync('umount', [disk]));
    const sandbox = opened.use(await startSandbox(join(disk, 'data')));
    const ballast = join(disk, 'ballast');
    writeFileSync(ballast, Buffer.alloc(1024 * 1024));
    const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    const venue = { venue_id: 'ven_harbour_table', slot_id: `slt_harbour_table_${date}T1900` };
    const created: string[] = [];
    const others = new Set<number>();
    const createMany = async () => {
      const body = { ...venue, party_size: 2, guest, metadata: { note: 'x'.repeat(500) } };
      const create = () => callService(sandbox.url, 'POST /v1/bookings', { key: sandbox.key, body });
      for (const reply of await Promise.all(Array.from({ length: concurrency }, create))) {
        if (reply.status === 201) created.push(String(reply.body['id']));
        else if (reply.status !== 503) others.add(reply.status);
      }
    };
    let full = 0;
    for (let round = 0; round < most_rounds && full < rounds_when_full; round += 1) {
      const before = created.length;
      await createMany();
      if (created.length < before + concurrency) full += 1;
    }
    const isReported = (await readiness()).includes('database_full');
    rmSync(ballast);
    const isReady = (await until(readiness, (text) => text === 'ready')) === 'ready';
    const before = created.length;
    await createMany();
    const isLost = async (id: string) =>
      (await callService(sandbox.url, `GET /v1/bookings/${id}`, { key: sandbox.key })).status !== 200;
    const lost = await listHoles(created, isLost);
    const isHeld =
      others.size === 0 && isReported && isReady && created.length === before + concurrency && lost === 'none';
    return isHeld ? held : JSON.stringify({ others: [...others], isReported, isReady, lost, created: created.length });

    async function readiness(): Promise<string> {
      const { status, body } = await callService(sandbox.adminUrl, 'GET /readyz');
      return status === 200 ? 'ready' : JSON.stringify(body);
    }
  },
};
