/**
 * A service on two cells, of which one fails over to its standby under load.
 *
 * @module-tag slow
 * @module-tag nightly
 * @module-tag needs-posix
 */
import { expect, it } from 'vitest';
import { openHangingProxy, startPostgresServer, withStandby } from '../../support/postgres/postgres-server.ts';
import { queryPostgres } from '../../support/postgres/query-postgres.ts';
import { eventually } from '../../support/processes/server-process.ts';
import { startLoad, untilDelivered } from '../moves/open-moves.ts';
import { openCellService } from './open-cells.ts';

it(
  'ERR-5 STA-12: loses nothing that was acknowledged when a standby with synchronous replication is promoted',
  { timeout: 240_000 },
  async () => {
    await using opened = new AsyncDisposableStack();
    const one = opened.use(await startPostgresServer());
    const primary = opened.use(await startPostgresServer({ settings: withStandby }));
    const address = opened.use(await openHangingProxy(primary.url));
    const service = opened.use(await openCellService([one.url, address.url]));
    const { organizations } = service;
    const standby = opened.use(await startPostgresServer({ standbyOf: primary }));
    // A commit of the primary now waits until the standby has it. The standby itself has none.
    await queryPostgres(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await queryPostgres(primary.url, 'SELECT pg_reload_conf()');
    await eventually(
      () => queryPostgres(primary.url, 'SELECT sync_state FROM pg_stat_replication'),
      (rows) => rows[0]?.['sync_state'] === 'sync',
    );
    const load = startLoad(service, { cell: 'two' });
    const beside = startLoad(service, { clients: 1 });
    await load.more(20);

    await primary.crash();
    await eventually(
      async () => load.refused,
      (refused) => refused.has('service_unavailable'),
    );
    await beside.more(10);
    await standby.promote();
    address.direct(standby.url);
    await load.more(20);
    await Promise.all([load.end(), beside.end()]);
    expect([...load.refused.keys()]).toEqual(['service_unavailable']);
    expect(beside.refused.size).toBe(0);
    await untilDelivered(service, organizations.two.key, load.created, { repeats: true });
    await untilDelivered(service, organizations.one.key, beside.created);
  },
);
