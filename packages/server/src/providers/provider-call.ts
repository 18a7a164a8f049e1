/** A method of the port that calls the external system. */
export type ProviderCall =
  | 'searchVenues'
  | 'searchAvailability'
  | 'checkRequest'
  | 'book'
  | 'modify'
  | 'checkHold'
  | 'release';

export const providerCalls: readonly ProviderCall[] = [
  'searchVenues',
  'searchAvailability',
  'checkRequest',
  'book',
  'modify',
  'checkHold',
  'release',
];
