import type { Fault } from './fault.ts';

/** Faults of texts, and of the provider contract, by the rule that must report them. */
export const proseFaults: Readonly<Record<string, readonly Fault[]>> = {
  'prose-values': [
    {
      fault: 'a duration in a text',
      file: 'webhooks/booking.failed.yaml',
      set: { '/post/description': 'Return any 2xx within 10 seconds.' },
      message: 'This text has the value 10 of its own',
    },
    {
      fault: 'a count in words',
      root: 'admin.yaml',
      file: 'admin/components/parameters.yaml',
      set: { '/Limit/description': 'The maximum of rows in the page. The default is fifty-two.' },
      message: 'This text has the value two of its own',
    },
    {
      fault: 'a number of seconds that looks like a status',
      root: 'provider.yaml',
      file: 'provider.yaml',
      set: { '/info/description': 'A request ends with 300 seconds of silence.' },
      message: 'This text has the value 300 of its own',
    },
    {
      fault: 'a value that does not exist',
      file: 'behavior/states.yaml',
      set: { '/booking/states/expired/meaning': 'Left alone for {x-limits.patience_seconds|duration}.' },
      message: '{x-limits.patience_seconds|duration} has no text. The filter needs a number',
    },
    {
      fault: 'a filter that does not exist',
      file: 'components/schemas.yaml',
      set: { '/Metadata/description': 'Up to {.maxProperties|words} keys.' },
      message: 'There is no filter words. Use duration or milliseconds',
    },
  ],
  'known-rules': [
    {
      fault: 'an unknown rule of an operation',
      file: 'paths/v1_sessions_card.yaml',
      set: { '/get/x-behavior/rules/0': 'END-99' },
      message: 'The rule END-99 is not in rules.yaml',
    },
    {
      fault: 'a removed rule that a transition uses',
      file: 'rules.yaml',
      set: { '/STA/STA-13': undefined },
      at: 'behavior/states.yaml#/booking/transitions/7/rules/1',
      message: 'The rule STA-13 is not in rules.yaml',
    },
    {
      fault: 'a transition without a rule',
      file: 'behavior/states.yaml',
      set: { '/booking/transitions/7/rules': undefined },
      at: '#/booking/transitions/7',
      message: 'This transition has no rule',
    },
  ],
  'provider-signature': [
    {
      fault: 'a signature in another header than the service sends',
      root: 'provider.yaml',
      file: 'provider.yaml',
      set: { '/components/parameters/ProviderSignature/name': 'Provider-Signature' },
      at: '#/paths/~1venues~1search/post/parameters',
      message: 'searchVenues does not require the header Service-Signature',
    },
  ],
};
