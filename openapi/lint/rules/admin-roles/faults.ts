import type { Fault } from '../../fault.ts';

const root = 'admin.yaml';

export const adminRolesFaults: readonly Fault[] = [
  {
    fault: 'an operation without a role',
    root,
    file: 'admin/paths/caller.yaml',
    set: { '/get/x-role': undefined },
    at: 'admin/paths/caller.yaml#/get',
    message: 'getCaller has no x-role',
  },
  {
    fault: 'a role that is not listed',
    root,
    file: 'admin/paths/caller.yaml',
    set: { '/get/x-role': 'owner' },
    at: 'admin/paths/caller.yaml#/get/x-role',
    message: 'The role owner of getCaller is not in x-roles',
  },
  {
    fault: 'an operation on one organization that anyone may call',
    root,
    file: 'admin/paths/organizations_{organization_id}.yaml',
    set: { '/get/x-role': 'anyone', '/get/security': [] },
    at: 'admin/paths/organizations_{organization_id}.yaml#/get/x-role',
    message: 'getOrganization is about one organization, so it needs a caller',
  },
  {
    fault: 'an operation for anyone with the security of the contract',
    root,
    file: 'admin/paths/livez.yaml',
    set: { '/get/security': undefined },
    at: 'admin/paths/livez.yaml#/get',
    message: 'getLiveness is for anyone. Set its security to []',
  },
  {
    fault: 'an operation with a security of its own',
    root,
    file: 'admin/paths/caller.yaml',
    set: { '/get/security': [] },
    at: 'admin/paths/caller.yaml#/get/security',
    message: 'getCaller has a security of its own',
  },
  {
    fault: 'a role without a description',
    root,
    file: 'admin/behavior/roles.yaml',
    set: { '/viewer/may': undefined },
    at: 'admin/behavior/roles.yaml#/viewer',
    message: 'The role viewer needs exactly organization',
  },
  {
    fault: 'a role that includes a role after it',
    root,
    file: 'admin/behavior/roles.yaml',
    set: { '/viewer/includes': ['operator'] },
    at: 'admin/behavior/roles.yaml#/viewer/includes',
    message: 'The role viewer may include only roles before it',
  },
  {
    fault: 'a role that does not include what its roles include',
    root,
    file: 'admin/behavior/roles.yaml',
    set: { '/admin/includes': ['developer'] },
    at: 'admin/behavior/roles.yaml#/admin/includes',
    message: 'The role admin includes a role that includes viewer',
  },
  {
    fault: 'a role that the schema lacks',
    root,
    file: 'admin/components/schemas.yaml',
    set: { '/Role/enum/0': 'guest' },
    at: 'admin/components/schemas.yaml#/Role/enum',
    message: 'The enum of Role lacks viewer',
  },
];
