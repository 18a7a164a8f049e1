import type { Fault } from '../../fault.ts';

export const sandboxCodesFaults: readonly Fault[] = [
  {
    fault: 'a search that is refused with an unknown code',
    file: 'behavior/sandbox.yaml',
    set: { '/search_queries/sandbox search failed': 'search_broken' },
    at: 'behavior/sandbox.yaml#/search_queries/sandbox search failed',
    message: 'search_broken is not in the catalogue',
  },
  {
    fault: "a search that is refused with a booking's code",
    file: 'behavior/sandbox.yaml',
    set: { '/search_queries/sandbox search failed': 'provider_failed' },
    at: 'behavior/sandbox.yaml#/search_queries/sandbox search failed',
    message: 'provider_failed is not a code of a call',
  },
  {
    fault: "a booking that fails with a call's code",
    file: 'behavior/sandbox.yaml',
    set: { '/venues/2/error_code': 'not_found' },
    at: 'behavior/sandbox.yaml#/venues/2/error_code',
    message: 'not_found is not a code of a booking',
  },
  {
    fault: "a payment that is refused with a booking's code",
    file: 'behavior/sandbox.yaml',
    set: { '/venues/9/payment_refusal': 'payment_declined' },
    at: 'behavior/sandbox.yaml#/venues/9/payment_refusal',
    message: 'payment_declined is not a code of a call',
  },
  {
    fault: 'two venues with one id',
    file: 'behavior/sandbox.yaml',
    set: { '/venues/1/id': 'ven_harbour_table' },
    at: 'behavior/sandbox.yaml#/venues/1/id',
    message: 'The venue id ven_harbour_table occurs twice',
  },
  {
    fault: 'a venue with an invalid id',
    file: 'components/schemas.yaml',
    set: { '/VenueId/maxLength': 18 },
    at: 'behavior/sandbox.yaml#/venues/1/id',
    message: 'ven_express_counter does not match the schema VenueId',
  },
  {
    fault: 'two organizations with one name',
    file: 'behavior/sandbox.yaml',
    set: { '/organizations/1/name': 'suspended' },
    at: 'behavior/sandbox.yaml#/organizations/1/name',
    message: 'The organization suspended occurs twice',
  },
  {
    fault: 'an organization whose keys have an unknown scope',
    file: 'behavior/sandbox.yaml',
    set: { '/organizations/3/scopes': ['venues:write'] },
    at: 'behavior/sandbox.yaml#/organizations/3/scopes/0',
    message: 'venues:write is not in x-access.scopes',
  },
];
