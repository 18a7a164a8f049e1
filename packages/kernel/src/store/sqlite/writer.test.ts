import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { gatherCalls } from './writer.ts';

function openGathering() {
  const lists: string[][] = [];
  const waits = new Set<() => void>();
  const take = gatherCalls((calls) => void lists.push(calls.map(({ method }) => method)), {
    patient: new Set(['claimRuns', 'postponeRun', 'readyRuns']),
    after(_ms, task) {
      waits.add(task);
      return () => void waits.delete(task);
    },
  });
  return {
    lists,
    waits,
    call: (...methods: string[]) => {
      for (const method of methods) take({ id: 1, method, args: [] });
    },
  };
}

it('passes on the calls of one turn of the event loop together, in order', async () => {
  const { call, lists } = openGathering();
  call('claimRuns', 'insertLoan');
  await Promise.resolve();
  call('changeLoan');
  expect(lists).toEqual([]);
  await turn();
  call('insertLoan');
  await turn();
  expect(lists).toEqual([['claimRuns', 'insertLoan', 'changeLoan'], ['insertLoan']]);
});

it("lets the worker's calls wait for a request while requests write together", async () => {
  const { call, lists, waits } = openGathering();
  call('insertLoan', 'insertLoan');
  await turn();
  call('claimRuns');
  await turn();
  call('postponeRun');
  await turn();
  expect(lists).toEqual([['insertLoan', 'insertLoan']]);
  call('insertLoan', 'readyRuns');
  await turn();
  expect(lists.slice(1)).toEqual([['claimRuns', 'postponeRun', 'insertLoan', 'readyRuns']]);
  expect(waits.size).toBe(0);
});

it("passes on the worker's calls after their wait, and then without one", async () => {
  const { call, lists, waits } = openGathering();
  call('insertLoan', 'insertLoan');
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
  call('insertLoan');
  await turn();
  call('claimRuns');
  await turn();
  expect(lists).toEqual([['insertLoan'], ['claimRuns']]);
});
