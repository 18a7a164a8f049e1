/**
 * A cell that goes down during a move.
 *
 * @module-tag slow
 */
import { expect, it } from 'vitest';
import { moveOrganization } from '../../../src/store/moves/move-organization.ts';
import { startPostgresServer } from '../../support/postgres/postgres-server.ts';
import { listCells, openCellService } from '../cells/open-cells.ts';
import { startLoad, untilDelivered } from './load.ts';

it(
  'an outage of the target leaves the organization in its cell, and one of the source ends the move later',
  { timeout: 300_000 },
  async () => {
    await using opened = new AsyncDisposableStack();
    const [one, two] = await Promise.all([startPostgresServer(), startPostgresServer()]);
    for (const server of [one, two]) opened.use(server);
    const service = opened.use(await openCellService([one.url, two.url]));
    const [source, target] = listCells([one.url, two.url]);
    if (!source || !target) throw new Error('Two servers are two cells.');
    const { id, key } = service.organizations.one;
    const load = startLoad(service);
    await load.more(20);
    const options = { organization_id: id, source, target, delete_after_ms: 0 };

    const lost = moveOrganization({
      ...options,
      async onStep(step) {
        if (step === 'frozen') await two.crash();
      },
    });
    await expect(lost).rejects.toThrow(
      /^The move of the organization org_\w+ from one to two stopped: .* Run the command again: it continues\.$/,
    );
    await load.more(20);
    await expect(moveOrganization(options)).rejects.toThrow('Check that it runs and can be reached from here');
    await two.start();

    const late = moveOrganization({
      ...options,
      async onStep(step) {
        if (step === 'activated') await one.crash();
      },
    });
    await expect(late).rejects.toThrow('Run the command again: it continues.');
    await one.start();
    await moveOrganization(options);
    await load.more(20);
    await load.end();
    await untilDelivered(service, key, load.created);
  },
);
