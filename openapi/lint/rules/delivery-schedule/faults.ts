import type { Fault } from '../../fault.ts';

export const deliveryScheduleFaults: readonly Fault[] = [
  {
    fault: 'a retry without a delay',
    file: 'behavior/delivery.yaml',
    set: { '/max_attempts': 5 },
    at: 'behavior/delivery.yaml#/retry_delays_seconds',
    says: '3 delays for 4 retries',
  },
  {
    fault: 'delays that do not grow',
    file: 'behavior/delivery.yaml',
    set: { '/retry_delays_seconds/1': 30 },
    at: 'behavior/delivery.yaml#/retry_delays_seconds/1',
    says: '30 s come after 30 s',
  },
  {
    fault: 'a timeout as long as the cadence',
    file: 'behavior/delivery.yaml',
    set: { '/timeout_seconds': 30 },
    at: 'behavior/delivery.yaml#/timeout_seconds',
    says: 'An attempt may outlast the 30 s of the cadence',
  },
  {
    fault: 'more of an answer kept than is read',
    file: 'behavior/delivery.yaml',
    set: { '/kept_answer_bytes': 65537 },
    at: 'behavior/delivery.yaml#/kept_answer_bytes',
    says: 'Only 65536 bytes of an answer are read',
  },
];
