/** A time-ordered queue: a binary heap. Entries of the same time come out in the order in which they were added. */
export interface EventQueue<Entry> {
  add(time: number, entry: Entry): void;
  /** Removes the earliest entry. Undefined if the queue is empty. */
  take(): { readonly time: number; readonly entry: Entry } | undefined;
}

interface Node<Entry> {
  readonly time: number;
  readonly order: number;
  readonly entry: Entry;
}

export function createEventQueue<Entry>(): EventQueue<Entry> {
  const heap: Node<Entry>[] = [];
  let added = 0;
  const isBefore = (a: Node<Entry>, b: Node<Entry>) => a.time < b.time || (a.time === b.time && a.order < b.order);

  /** Moves the hole at `at` towards the root until `node` fits there. */
  function rise(from: number, node: Node<Entry>): void {
    let at = from;
    for (let up = (at - 1) >> 1; at > 0; up = (at - 1) >> 1) {
      const parent = heap[up];
      if (!parent || !isBefore(node, parent)) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = node;
  }

  /** Moves the hole at the root towards the leaves until `node` fits there. */
  function sink(node: Node<Entry>): void {
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      const child = left && right && isBefore(right, left) ? right : left;
      if (!child || !isBefore(child, node)) break;
      heap[at] = child;
      at = child === left ? 2 * at + 1 : 2 * at + 2;
    }
    heap[at] = node;
  }

  return {
    add(time, entry) {
      rise(heap.length, { time, order: added++, entry });
    },
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (first && last && heap.length > 0) sink(last);
      return first;
    },
  };
}
