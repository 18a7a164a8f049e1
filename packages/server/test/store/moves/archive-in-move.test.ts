/** booking-service archive on both cells during the move of an organization. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { archiveStore } from '../../../src/command/archive/archive-store.ts';
import { openUpkeep } from '../../../src/command/open-store.ts';
import { createOrganization, openPostgresCells } from '../../../src/index.ts';
import { moveOrganization, moveSteps } from '../../../src/store/moves/move-organization.ts';
import { testSealing } from '../../../src/testing.ts';
import { daysAgo, readParquet } from '../../command/archive/open-archive.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { openFolder } from '../../support/processes/server-process.ts';
import { listCells } from '../cells/open-cells.ts';
import { addEvent } from '../retention/old-events.ts';

it('DLV-14: archives the events of an organization that moves once, after the move', async () => {
  await using one = await makePostgresDatabase({ tables: true });
  await using two = await makePostgresDatabase({ tables: true });
  await using folder = await openFolder();
  const [source, target] = listCells([one.url, two.url]);
  if (!source || !target) throw new Error('Two databases are two cells.');
  await using store = await openPostgresCells([source, target], { sealing: testSealing });
  const inSource = { ...store, chooseCell: async () => source.number };
  const addOrganization = () => createOrganization(inSource, { name: 'Diner', webhook_url: null }, daysAgo(90));
  const [moving, staying] = [await addOrganization(), await addOrganization()];
  const old: string[] = [];
  for (const days of [50, 49, 40]) old.push(await addEvent(store, moving, daysAgo(days)));
  const other = await addEvent(store, staying, daysAgo(50));
  const archive = async ({ name, url }: typeof source) => {
    await using upkeep = await openUpkeep({ data: '', database: url, cells: undefined });
    await archiveStore(upkeep, { folder: join(folder.path, name), before: daysAgo(30) });
  };
  const idsOf = async ({ name }: typeof source) =>
    (await readParquet(join(folder.path, name))).map(({ event_id }) => event_id);

  const steps: string[] = [];
  await moveOrganization({
    organization_id: moving.organization_id,
    source,
    target,
    delete_after_ms: 0,
    async onStep(step) {
      steps.push(step);
      if (step === 'deleted') return;
      await archive(source);
      // The transaction that activates has the rows of the target.
      if (step !== 'compared') await archive(target);
    },
  });
  expect(steps).toEqual(moveSteps);
  expect(await idsOf(source)).toEqual([other]);
  await archive(target);
  expect(await idsOf(target)).toEqual(old.toSorted());
});
