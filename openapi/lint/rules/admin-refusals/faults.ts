import type { Fault } from '../../fault.ts';

const root = 'admin.yaml';
const notFound = 'admin/components/responses.yaml';
const standing = 'admin/paths/organizations_{organization_id}_standing.yaml';

export const adminRefusalsFaults: readonly Fault[] = [
  {
    fault: 'a refusal without codes',
    root,
    file: 'admin/components/responses.yaml',
    set: { '/RouteNotFound/x-error-codes': undefined },
    at: 'admin/components/responses.yaml#/RouteNotFound',
    message: 'This 404 response lists no code',
  },
  {
    fault: 'a code that is not in the catalogue',
    root,
    file: notFound,
    set: { '/NotFound/x-error-codes/1': 'gone' },
    at: `${notFound}#/NotFound/x-error-codes`,
    message: 'gone is not in the catalogue',
  },
  {
    fault: 'a code of another status',
    root,
    file: notFound,
    set: { '/NotFound/x-error-codes/1': 'forbidden' },
    at: `${notFound}#/NotFound/x-error-codes`,
    message: 'forbidden has the status 403 in x-errors',
  },
  {
    fault: 'a code without an example',
    root,
    file: 'admin/components/responses.yaml',
    set: { '/RouteNotFound/content/application~1json/examples/not_found/value/error_code': 'forbidden' },
    at: 'admin/components/responses.yaml#/RouteNotFound/content/application~1json/examples/not_found/value/error_code',
    message: 'not_found has no example with its error_code',
  },
  {
    fault: 'a code that the schema lacks',
    root,
    file: 'admin/components/schemas.yaml',
    set: { '/AdminError/properties/error_code/enum': ['forbidden'] },
    at: 'admin/components/schemas.yaml#/AdminError/properties/error_code/enum',
    message: 'The enum of error_code lacks not_found',
    also: ['no-invalid-media-type-examples'],
  },
  {
    fault: 'a code of the catalogue that no response documents',
    root,
    file: 'admin/behavior/errors.yaml',
    set: { '/gone': { status: 410, message: 'Gone.', action: 'Stop.' } },
    at: 'admin/behavior/errors.yaml#/gone',
    message: 'No response documents gone',
  },
  {
    fault: 'a code without an action',
    root,
    file: 'admin/behavior/errors.yaml',
    set: { '/not_found/action': undefined },
    at: 'admin/behavior/errors.yaml#/not_found',
    message: 'not_found needs exactly status',
  },
  ...(
    [
      ['a path parameter', '404', 'not_found, due to its path parameter'],
      ['a body', '413', 'payload_too_large, due to its request body'],
      ['a role', '401', 'unauthorized, due to its x-role'],
      ['parameters', '400', 'invalid_request, due to its parameters or its body'],
    ] as const
  ).map(([cause, status, missing]): Fault => ({
    fault: `an operation with ${cause} that lacks a ${status}`,
    root,
    file: standing,
    set: { [`/put/responses/${status}`]: undefined },
    at: `${standing}#/put/responses`,
    message: `setStanding lacks ${missing}`,
  })),
];
