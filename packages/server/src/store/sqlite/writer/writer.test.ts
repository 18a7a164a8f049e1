import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { gatherCalls } from './writer.ts';
import type { WriteMethod } from './group-commit.ts';

function openGathering() {
  const lists: WriteMethod[][] = [];
  const waits = new Set<() => void>();
  const take = gatherCalls((calls) => void lists.push(calls.map(({ method }) => method)), {
    after(_ms, task) {
      waits.add(task);
      return () => void waits.delete(task);
    },
  });
  return {
    lists,
    waits,
    call: (...methods: WriteMethod[]) => {
      for (const method of methods) take({ id: 1, method, args: [] });
    },
  };
}

it('passes on the calls of one turn of the event loop together, in order', async () => {
  const { call, lists } = openGathering();
  call('claimRuns', 'insertBooking');
  await Promise.resolve();
  call('changeBooking');
  expect(lists).toEqual([]);
  await turn();
  call('insertBooking');
  await turn();
  expect(lists).toEqual([['claimRuns', 'insertBooking', 'changeBooking'], ['insertBooking']]);
});

it("lets the worker's calls wait for a request while requests write together", async () => {
  const { call, lists, waits } = openGathering();
  call('insertBooking', 'insertBooking');
  await turn();
  call('claimRuns');
  await turn();
  call('postponeRun');
  await turn();
  expect(lists).toEqual([['insertBooking', 'insertBooking']]);
  call('insertBooking', 'readyRuns');
  await turn();
  expect(lists.slice(1)).toEqual([['claimRuns', 'postponeRun', 'insertBooking', 'readyRuns']]);
  expect(waits.size).toBe(0);
});

it("passes on the worker's calls after their wait, and then without one", async () => {
  const { call, lists, waits } = openGathering();
  call('insertBooking', 'insertBooking');
  await turn();
  call('claimRuns', 'readyRuns');
  expect(waits.size).toBe(1);
  for (const end of waits) end();
  expect(lists.slice(1)).toEqual([['claimRuns', 'readyRuns']]);
  call('postponeRun');
  await turn();
  expect(lists.slice(2)).toEqual([['postponeRun']]);
});

it("does not let the worker's calls wait if one request wrote alone", async () => {
  const { call, lists } = openGathering();
  call('insertBooking');
  await turn();
  call('claimRuns');
  await turn();
  expect(lists).toEqual([['insertBooking'], ['claimRuns']]);
});
