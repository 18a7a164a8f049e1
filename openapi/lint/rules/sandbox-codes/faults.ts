import type { Fault } from '../../fault.ts';

export const sandboxCodesFaults: readonly Fault[] = [
  {
    fault: 'a search that is refused with an unknown code',
    file: 'behavior/sandbox.yaml',
    set: { '/search_queries/sandbox search failed': 'search_broken' },
    at: 'behavior/sandbox.yaml#/search_queries/sandbox search failed',
    says: 'search_broken is not in the catalogue',
  },
  {
    fault: "a search that is refused with a booking's code",
    file: 'behavior/sandbox.yaml',
    set: { '/search_queries/sandbox search failed': 'provider_failed' },
    at: 'behavior/sandbox.yaml#/search_queries/sandbox search failed',
    says: 'provider_failed never stands on a call',
  },
  {
    fault: "a booking that fails with a call's code",
    file: 'behavior/sandbox.yaml',
    set: { '/venues/2/error_code': 'not_found' },
    at: 'behavior/sandbox.yaml#/venues/2/error_code',
    says: 'not_found never stands on a booking',
  },
  {
    fault: "a payment that is refused with a booking's code",
    file: 'behavior/sandbox.yaml',
    set: { '/venues/9/payment_refusal': 'payment_declined' },
    at: 'behavior/sandbox.yaml#/venues/9/payment_refusal',
    says: 'payment_declined never stands on a call',
  },
  {
    fault: 'two venues with one id',
    file: 'behavior/sandbox.yaml',
    set: { '/venues/1/id': 'ven_harbour_table' },
    at: 'behavior/sandbox.yaml#/venues/1/id',
    says: 'The venue id ven_harbour_table stands twice',
  },
  {
    fault: 'a venue that a caller cannot ask for',
    file: 'components/schemas/VenueId.yaml',
    set: { '/maxLength': 18 },
    at: 'behavior/sandbox.yaml#/venues/1/id',
    says: 'ven_express_counter does not fit the schema VenueId',
  },
  {
    fault: 'two organizations with one name',
    file: 'behavior/sandbox.yaml',
    set: { '/organizations/1/name': 'suspended' },
    at: 'behavior/sandbox.yaml#/organizations/1/name',
    says: 'The organization suspended stands twice',
  },
  {
    fault: 'an organization whose keys have an unknown scope',
    file: 'behavior/sandbox.yaml',
    set: { '/organizations/3/scopes': ['venues:write'] },
    at: 'behavior/sandbox.yaml#/organizations/3/scopes/0',
    says: 'venues:write is not among x-access.scopes',
  },
];
