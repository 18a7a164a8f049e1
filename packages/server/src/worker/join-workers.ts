import type { LaneAge } from '@booking-service/kernel';
import type { Store } from '../store/store.ts';
import type { Worker } from './worker.ts';

/** The work of a service, for its requests. */
export interface Workers extends Omit<Worker, 'laneAges'> {
  /** See Worker.laneAges. */
  laneAges(): readonly (LaneAge & { readonly cell?: string })[];
}

/** A worker, and the cell whose work it does: its number and its name. */
export interface CellWorker {
  readonly number: number;
  readonly name: string;
  readonly worker: Worker;
}

/**
 * Joins the workers of all cells. Each cell has one of its own, so a cell that is unavailable delays no work of another. The calls of a
 * request go to the worker of its organization.
 */
export function joinWorkers(
  workers: readonly [CellWorker, ...CellWorker[]],
  store: Pick<Store, 'cells' | 'findListedOrganization'>,
): Workers {
  const [{ worker: first }] = workers;

  /** A request has met its organization. If it was forgotten meanwhile, every cell looks for its work. */
  function workersOf(organization_id: string): readonly Worker[] {
    const number = store.cells?.find(organization_id)?.number;
    const own = workers.filter((each) => each.number === number);
    return (own.length > 0 ? own : workers).map(({ worker }) => worker);
  }

  async function workerOf(organization_id: string): Promise<Worker> {
    if (!store.cells?.find(organization_id)) await store.findListedOrganization(organization_id);
    return workersOf(organization_id)[0] ?? first;
  }

  return {
    wake: (run) => workersOf(run.organization_id).forEach((worker) => worker.wake(run)),
    wakeDeliveries: (id) => workersOf(id).forEach((worker) => worker.wakeDeliveries(id)),
    wakeReads: (side) => workersOf(side.organization_id).forEach((worker) => worker.wakeReads(side)),
    runNow: async (run) => void (await Promise.all(workersOf(run.organization_id).map((worker) => worker.runNow(run)))),
    newLease: () => first.newLease(),
    modifyNow: async (run, stored) => (await workerOf(run.organization_id)).modifyNow(run, stored),
    start: () => workers.forEach(({ worker }) => worker.start()),
    stop: async (options) => void (await Promise.all(workers.map(({ worker }) => worker.stop(options)))),
    laneAges: () =>
      workers.flatMap(({ name, worker }) =>
        worker.laneAges().map((age) => ({ ...age, lane: `${age.lane} of cell ${name}`, cell: name })),
      ),
  };
}
