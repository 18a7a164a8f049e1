import type { Fault } from '../../fault.ts';

export const generatedCodeFaults: readonly Fault[] = [
  {
    fault: 'a parameter with the name of a schema',
    file: 'components/parameters.yaml',
    set: {
      '/CallerRequestId': { $ref: '#/Card' },
      '/Card': {
        name: 'Card',
        in: 'header',
        description: 'Which card.',
        schema: { type: 'string', maxLength: 9 },
        example: 'first',
      },
    },
    at: 'components/parameters.yaml#/Card',
    message: 'The parameter Card has the name of a schema',
  },
  {
    fault: 'a schema with a title',
    file: 'components/schemas.yaml',
    set: { '/CodedError/title': 'Error' },
    at: 'components/schemas.yaml#/CodedError/title',
    message: 'Generators name a class Error after this title',
  },
  {
    fault: 'an integer without a format',
    file: 'components/schemas.yaml',
    set: { '/PartySize/format': undefined },
    at: 'components/schemas.yaml#/PartySize',
    message: 'Its bounds require int32',
  },
];
