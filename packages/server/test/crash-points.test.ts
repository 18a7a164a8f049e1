import { expect, it } from 'vitest';
import { crash } from './crash/harness.ts';
import { points } from './crash/points.ts';
import { openFolder } from './server-process.ts';

/** Some thirty seconds where nothing else runs. */
const slowMachine_ms = 240_000;

it(
  'STA-12 IDM-6 DLV-6: killed once at every named point, the service loses nothing and does nothing twice',
  async () => {
    await using folder = await openFolder();
    const { rows, faults } = await crash({ name: 'sqlite', place: folder.path }, { each: 1, random: 2 });
    expect(faults).toEqual([]);
    expect(rows.reduce((sum, { kills }) => sum + kills, 0)).toBe(points.length + 2);
    expect(rows.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(points.length);
  },
  slowMachine_ms,
);
