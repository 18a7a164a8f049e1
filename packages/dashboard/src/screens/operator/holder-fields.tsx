import {
  adminRoles,
  type DashboardRole,
  type MemberRole,
  type OperatorRole,
  type Organization,
  type Role,
} from '@booking-service/contract/admin';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { ErrorMessage } from '../../components/loading.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { Badge } from '../../components/elements.tsx';
import { shownName } from '../../components/shown-values.ts';

/** Who gets access: a member of an organization, or someone with a role of all organizations. */
export interface Holder<R extends Role> {
  readonly role: R;
  /** The organization of a member; an empty text until it is chosen. Others have none. */
  readonly organization_id: string;
}

export type Choices<R extends Role> = readonly (readonly [R, string])[];

/** The roles of the members of an organization. */
export const memberRoles: Choices<MemberRole> = [
  ['viewer', 'Viewer: reads everything of the organization'],
  ['developer', 'Developer: also sends test events and resends deliveries'],
  ['admin', 'Admin: also changes settings, keys and secrets'],
];

/** The roles of the members of the operator. */
export const operatorRoles: Choices<OperatorRole> = [
  ['support', 'Support: reads and resends in all organizations, without secrets'],
  ['operator', 'Operator: manages all organizations'],
];

/** The roles of people who sign in to the dashboard. */
export const dashboardRoles: Choices<DashboardRole> = [...memberRoles, ...operatorRoles];

/** The roles of access tokens. */
export const tokenRoles: Choices<Role> = [...dashboardRoles, ['monitoring', 'Monitoring: reads the metrics']];

interface HolderFieldsProps<R extends Role> {
  readonly value: Holder<R>;
  readonly roles: Choices<R>;
  readonly onChange: (holder: Holder<R>) => void;
}

/** The fields for who gets access. */
export function HolderFields<R extends Role>({ value, roles, onChange }: HolderFieldsProps<R>): ReactNode {
  const { role, organization_id } = value;
  return (
    <>
      <Select label="Role" value={role} options={roles} onChange={(chosen) => onChange({ ...value, role: chosen })} />
      {adminRoles[role].organization && (
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
export function holderOf<R extends Role>({ role, organization_id }: Holder<R>): { role: R; organization_id?: string } {
  return adminRoles[role].organization ? { role, organization_id: organization_id.trim() } : { role };
}

interface HolderCellProps {
  readonly holder: { readonly name: string | null; readonly role: Role; readonly organization_id: string | null };
  /** True if the holder is the caller. */
  readonly isYou?: boolean;
}

/** Who has access: the name, the role and the organization. */
export function HolderCell({ holder: { name, role, organization_id }, isYou = false }: HolderCellProps): ReactNode {
  return (
    <>
      <strong>{shownName(name)}</strong> {isYou && <Badge tone="accent">You</Badge>}
      <span className="details quiet">
        <span className="capital">{role}</span>
        {organization_id !== null && (
          <Link href={`/operator/organizations/${organization_id}`}>
            <code>{organization_id}</code>
          </Link>
        )}
      </span>
    </>
  );
}

/** The badge of an active or a suspended organization. */
export function StandingBadge({ standing }: Pick<Organization, 'standing'>): ReactNode {
  return standing === 'active' ? <Badge tone="good">Active</Badge> : <Badge tone="bad">Suspended</Badge>;
}
