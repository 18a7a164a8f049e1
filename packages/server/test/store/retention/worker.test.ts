/** The removal of old events by the worker. */
import { describe, expect, it } from 'vitest';
import { engines, openWorldOn } from '../../support/engines.ts';
import { addEvent, addOrganization, daysAgo, readHistory } from './old-events.ts';

const hour_ms = 3_600_000;

describe.each(engines)('%s', (engine) => {
  it('DLV-14: the worker removes old events every hour, in as many steps as it needs', async () => {
    await using world = await openWorldOn(engine);
    const organization = await addOrganization(world.store, null);
    const add = (days: number) => addEvent(world.store, organization, daysAgo(days));
    const kept = await add(29);
    await Promise.all(Array.from({ length: 300 }, () => add(35)));
    await world.clock.advance(0);
    // The first step was at the start. The clock stands still, so the next ones wait.
    expect((await readHistory(world)).events.length).toBeGreaterThan(1);
    await world.clock.advance(hour_ms);
    expect(await readHistory(world)).toMatchObject({ events: [kept] });

    await add(31);
    await world.clock.advance(hour_ms);
    expect(await readHistory(world)).toMatchObject({ events: [kept] });
  });

  it('DLV-14: an operator may keep events for fewer days', async () => {
    await using world = await openWorldOn(engine, { retention_days: 20 });
    const organization = await addOrganization(world.store, null);
    for (const days of [25, 21]) await addEvent(world.store, organization, daysAgo(days));
    const kept = await addEvent(world.store, organization, daysAgo(19));
    await world.clock.advance(hour_ms);
    expect(await readHistory(world)).toMatchObject({ events: [kept] });
  });
});
