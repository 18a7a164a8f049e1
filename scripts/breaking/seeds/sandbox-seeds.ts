import { append, remove, set, type Seed } from './seed.ts';

const venue = ['x-sandbox', 'venues', { id: 'ven_code_house' }];

/** Changes of the sandbox. */
export const sandboxSeeds: readonly Seed[] = [
  {
    change: 'a magic venue is removed',
    edits: [remove(venue)],
    finds: ['sandbox/removed #/x-sandbox/venues/ven_code_house'],
  },
  {
    change: 'a magic venue changes its outcome',
    edits: [set([...venue, 'ends'], 'failed'), set([...venue, 'at_once'], true), remove([...venue, 'asks'])],
    finds: [
      'sandbox/removed #/x-sandbox/venues/ven_code_house/asks',
      'sandbox/changed #/x-sandbox/venues/ven_code_house/ends',
      'sandbox/added #/x-sandbox/venues/ven_code_house/at_once',
    ],
  },
  {
    change: 'a magic venue is added first and the text of another changes',
    edits: [
      set([...venue, 'meaning'], 'Wants a code.'),
      set(['x-sandbox', 'venues'], (venues: readonly unknown[]) => [{ id: 'ven_new', ends: 'confirmed' }, ...venues]),
    ],
    finds: [],
  },
  {
    change: 'a magic search and the correct code change',
    edits: [remove(['x-sandbox', 'search_queries', 'sandbox no provider']), set(['x-sandbox', 'code'], '111111')],
    finds: ['sandbox/changed #/x-sandbox/code', 'sandbox/removed #/x-sandbox/search_queries/sandbox no provider'],
  },
  {
    change: 'the sandbox offers fewer slots and takes longer',
    edits: [
      set(['x-sandbox', 'opening_hours_utc'], [11, 12, 14]),
      set(['x-sandbox', 'days_ahead'], 30),
      set(['x-sandbox', 'provider_seconds'], 20),
    ],
    finds: [
      'sandbox/narrowed #/x-sandbox/opening_hours_utc',
      'sandbox/lowered #/x-sandbox/days_ahead',
      'sandbox/raised #/x-sandbox/provider_seconds',
    ],
  },
  {
    change: 'the sandbox offers more slots and is faster',
    edits: [
      append(['x-sandbox', 'opening_hours_utc'], 22),
      set(['x-sandbox', 'days_ahead'], 90),
      set(['x-sandbox', 'provider_seconds'], 1),
      set(['x-sandbox', 'organizations', { name: 'limited' }, 'meaning'], 'One call.'),
    ],
    finds: [],
  },
  {
    change: 'a magic organization changes its limit',
    edits: [set(['x-sandbox', 'organizations', { name: 'limited' }, 'rate_limit'], 2)],
    finds: ['sandbox/changed #/x-sandbox/organizations/limited/rate_limit'],
  },
];
