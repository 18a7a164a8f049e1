import type { Fault } from '../../fault.ts';

const file = 'behavior/runs.yaml';

export const runScheduleFaults: readonly Fault[] = [
  {
    fault: 'a longest delay below the first',
    file,
    set: { '/retry/longest_delay_seconds': 1 },
    at: 'behavior/runs.yaml#/retry/longest_delay_seconds',
    message: '1 s are shorter than the 2 s',
  },
  {
    fault: 'a service that gives up before the longest delay',
    file,
    set: { '/give_up_after_seconds': 59 },
    at: 'behavior/runs.yaml#/give_up_after_seconds',
    message: '59 s are shorter than the 60 s',
  },
  {
    fault: 'a release that is given up before the booking',
    file,
    set: { '/release/give_up_after_seconds': 3000 },
    at: 'behavior/runs.yaml#/release/give_up_after_seconds',
    message: '3000 s are shorter than the 3600 s',
  },
];
