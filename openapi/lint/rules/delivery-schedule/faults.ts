import type { Fault } from '../../fault.ts';

export const deliveryScheduleFaults: readonly Fault[] = [
  {
    fault: 'a retry without a delay',
    file: 'behavior/delivery.yaml',
    set: { '/max_attempts': 5 },
    at: 'behavior/delivery.yaml#/retry_delays_seconds',
    message: '3 delays for 4 retries',
  },
  {
    fault: 'delays that do not grow',
    file: 'behavior/delivery.yaml',
    set: { '/retry_delays_seconds/1': 30 },
    at: 'behavior/delivery.yaml#/retry_delays_seconds/1',
    message: '30 s come after 30 s',
  },
  {
    fault: 'a timeout as long as the cadence',
    file: 'behavior/delivery.yaml',
    set: { '/timeout_seconds': 30 },
    at: 'behavior/delivery.yaml#/timeout_seconds',
    message: 'An attempt may outlast the 30 s of the cadence',
  },
  {
    fault: 'more kept bytes of a response than read bytes',
    file: 'behavior/delivery.yaml',
    set: { '/kept_answer_bytes': 65537 },
    at: 'behavior/delivery.yaml#/kept_answer_bytes',
    message: 'Only 65536 bytes of a response are read',
  },
];
