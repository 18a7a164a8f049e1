import type { Fault } from './fault.ts';

export const limitsFaults: readonly Fault[] = [
  {
    fault: 'another default page',
    file: 'behavior/limits.yaml',
    set: { '/page/default': 25 },
    at: 'components/schemas/PageLimit.yaml#/default',
    says: 'This is 20, but x-limits.page.default is 25',
  },
  {
    fault: 'another longest page',
    file: 'components/schemas/PageLimit.yaml',
    set: { '/maximum': 50 },
    at: 'components/schemas/PageLimit.yaml#/maximum',
    says: 'This is 50, but x-limits.page.max is 100',
  },
  {
    fault: 'another number of details',
    file: 'behavior/limits.yaml',
    set: { '/max_details': 10 },
    at: 'components/schemas/CodedError.yaml#/properties/details/maxItems',
    says: 'This is 20, but x-limits.max_details is 10',
  },
  {
    fault: 'a window longer than RateLimit-Reset can say',
    file: 'behavior/limits.yaml',
    set: { '/window_seconds': 600 },
    at: 'components/headers/RateLimit-Reset-known.yaml#/schema/maximum',
    says: 'This is 300, but x-limits.window_seconds is 600',
  },
  {
    fault: 'a header that no response declares',
    file: 'behavior/limits.yaml',
    set: { '/headers/limit': 'X-RateLimit-Limit' },
    at: 'behavior/limits.yaml#/headers/limit',
    says: 'No response declares X-RateLimit-Limit',
    also: ['contract/metered-headers'],
  },
  {
    fault: 'a wait for a new session that Retry-After cannot say',
    file: 'behavior/limits.yaml',
    set: { '/session/creations/day/window_seconds': 172_800 },
    at: 'components/headers/Retry-After-session.yaml#/schema/maximum',
    says: 'This is 86400, but x-limits.session.creations: the longest window_seconds is 172800',
  },
  {
    fault: 'a session that shows more attempts than there are',
    file: 'components/schemas/Session.yaml',
    set: { '/properties/attempts_left/maximum': 6 },
    at: 'components/schemas/Session.yaml#/properties/attempts_left/maximum',
    says: 'This is 6, but x-limits.session.max_attempts is 5',
  },
];
