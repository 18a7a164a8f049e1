import type { Store } from '../../src/index.ts';

/**
 * Returns the store, and those of its cells, with another function for some methods. `intercept` gets the name and the store of the call,
 * and returns undefined for every method that stays.
 */
export function interceptStore(store: Store, intercept: (name: string | symbol, target: Store) => unknown): Store {
  return new Proxy(store, {
    get(target, name, receiver) {
      // The worker of a cell calls the cell's own store.
      if (name === 'cells' && target.cells) {
        const all = target.cells.all.map((cell) => ({ ...cell, store: interceptStore(cell.store, intercept) }));
        return { ...target.cells, all };
      }
      return intercept(name, target) ?? (Reflect.get(target, name, receiver) as unknown);
    },
  });
}
