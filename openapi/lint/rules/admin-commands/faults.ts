import type { Fault } from '../../fault.ts';

const root = 'admin.yaml';
const limits = 'admin/paths/organizations_{organization_id}_limits.yaml';
const command = '/put/x-command/org limits';

export const adminCommandsFaults: readonly Fault[] = [
  {
    fault: 'a command without a summary',
    root,
    file: limits,
    set: { [`${command}/summary`]: undefined },
    at: `${limits}#${command}`,
    message: "must have required property 'summary'",
  },
  {
    fault: 'a command that prints nothing',
    root,
    file: limits,
    set: { [`${command}/facts`]: undefined },
    at: `${limits}#${command}`,
    message: 'must match exactly one schema in oneOf',
  },
  {
    fault: 'the words of another command',
    root,
    file: limits,
    set: { '/put/x-command': { 'org list': { summary: 'Sets limits', example: 'org_1', text: 'Done.' } } },
    at: `${limits}#/put/x-command/org list`,
    message: 'Another operation has the command org list',
  },
  {
    fault: 'a group without a summary',
    root,
    file: limits,
    set: { '/put/x-command': { 'limit set': { summary: 'Sets limits', example: 'org_1', text: 'Done.' } } },
    at: `${limits}#/put/x-command/limit set`,
    message: 'The group limit has no summary',
  },
  {
    fault: 'an argument that the path does not have',
    root,
    file: limits,
    set: { [`${command}/argument`]: 'key_id' },
    at: `${limits}#${command}/argument`,
    message: 'The path of setLimits has no parameter key_id',
  },
  {
    fault: 'a flag for nothing',
    root,
    file: limits,
    set: { [`${command}/flags`]: { colour: { flag: 'color' } } },
    at: `${limits}#${command}/flags/colour`,
    message: 'setLimits has no parameter and no field colour',
  },
  {
    fault: 'two flags with one name',
    root,
    file: limits,
    set: { [`${command}/flags`]: { rate_limit: { flag: 'test-allowance' } } },
    at: `${limits}#${command}`,
    message: 'Two flags of org limits are --test-allowance',
  },
  {
    fault: 'a field that the body does not have',
    root,
    file: limits,
    set: { [`${command}/body`]: { standing: 'active' } },
    at: `${limits}#${command}/body/standing`,
    message: 'The body of setLimits has no field standing',
  },
  {
    fault: 'a printed field that the response does not have',
    root,
    file: limits,
    set: { [`${command}/facts/Organization`]: '{organization.id}' },
    at: `${limits}#${command}/facts/Organization`,
    message: 'The response of setLimits has no field organization.id, which org limits prints',
  },
  {
    fault: 'a brace without its other half',
    root,
    file: limits,
    set: { [`${command}/facts/Organization`]: '{id' },
    at: `${limits}#${command}/facts/Organization`,
    message: 'org limits has a brace that begins or ends no field: {id',
  },
  {
    fault: 'a table of a response without rows',
    root,
    file: limits,
    set: { [`${command}/facts`]: undefined, [`${command}/columns`]: { ID: '{id}' }, [`${command}/empty`]: 'None.' },
    at: `${limits}#${command}/columns`,
    message: 'The response of setLimits has no rows for org limits',
  },
  {
    fault: 'another operation that does not exist',
    root,
    file: 'admin/paths/audit.yaml',
    set: { '/get/x-command/audit/with_organization': 'listEntries' },
    at: 'admin/paths/audit.yaml#/get/x-command/audit/with_organization',
    message: 'No operation has the operationId listEntries',
  },
];
