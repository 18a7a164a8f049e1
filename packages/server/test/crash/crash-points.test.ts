/** @module-tag slow */
import { expect, it } from 'vitest';
import { crash } from './harness.ts';
import { points } from './points.ts';
import { baseEngines, makePostgresDatabase } from '../support/engines.ts';
import { openFolder } from '../support/processes/server-process.ts';

/** Takes about thirty seconds for each engine on an idle machine. */
const slowMachine_ms = 900_000;

const places = {
  async sqlite() {
    const folder = await openFolder();
    return { place: folder.path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  },
  async postgres() {
    const database = await makePostgresDatabase();
    return { place: database.url, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  },
};

it.each(baseEngines)(
  'STA-12 IDM-6 DLV-6: on %s, killed once at every named point, the service loses nothing and does nothing twice',
  async (name) => {
    await using where = await places[name]();
    const { rows, faults } = await crash({ name, place: where.place }, { each: 1, random: 2 });
    expect(faults).toEqual([]);
    // A process that did not reach its point in time was killed at random.
    expect(rows.map(({ point, kills }) => `${point}: ${kills}`)).toEqual([
      ...points.map((point) => `${point}: 1`),
      'at random: 2',
    ]);
    expect(rows.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(points.length);
  },
  slowMachine_ms,
);
