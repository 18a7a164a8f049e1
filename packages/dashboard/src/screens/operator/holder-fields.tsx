import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { ErrorMessage } from '../../components/error-message.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Select } from '../../components/select.tsx';
import type { Role } from '../../generated/admin.ts';

/** Who gets access: a member of an organization with a role, or an operator. */
export interface Holder {
  readonly role: Role;
  /** The organization of a member; an empty text until it is chosen. An operator has none. */
  readonly organization_id: string;
}

const roles: readonly (readonly [Role, string])[] = [
  ['viewer', 'Viewer: reads everything of the organization'],
  ['developer', 'Developer: also sends test events and resends deliveries'],
  ['admin', 'Admin: also changes settings, keys and secrets'],
  ['operator', 'Operator: manages all organizations'],
];

export interface HolderFieldsProps {
  readonly value: Holder;
  readonly onChange: (holder: Holder) => void;
}

/** The fields for who gets access. */
export function HolderFields({ value, onChange }: HolderFieldsProps): ReactNode {
  const { role, organization_id } = value;
  return (
    <>
      <Select label="Role" value={role} options={roles} onChange={(chosen) => onChange({ ...value, role: chosen })} />
      {role !== 'operator' && (
        <OrganizationField value={organization_id} onChange={(id) => onChange({ ...value, organization_id: id })} />
      )}
    </>
  );
}

interface OrganizationFieldProps {
  readonly value: string;
  readonly onChange: (organization_id: string) => void;
}

/** A choice among the newest organizations. Where there are more, the id is entered. */
function OrganizationField({ value, onChange }: OrganizationFieldProps): ReactNode {
  const { data, error } = api.useQuery('get', '/organizations', { params: { query: { limit: 100 } } });
  if (error) return <ErrorMessage error={error} />;
  if (data && data.next_cursor === null) {
    return (
      <Select
        label="Organization"
        value={value}
        isRequired
        options={[['', 'Choose one'], ...data.data.map(({ id, name }) => [id, name] as const)]}
        onChange={onChange}
      />
    );
  }
  return (
    <Field
      label="Id of the organization"
      value={value}
      onChange={onChange}
      isCode
      isRequired
      maxLength={100}
      placeholder="org_…"
    />
  );
}

/** The fields of a request for this holder. */
export function holderOf({ role, organization_id }: Holder): { role: Role; organization_id?: string } {
  return role === 'operator' ? { role } : { role, organization_id: organization_id.trim() };
}
