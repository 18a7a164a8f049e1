import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../components/badge.tsx';
import { shownName } from '../../components/shown-name.ts';
import type { Role, Organization } from '@booking-service/contract/admin';

export interface HolderCellProps {
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
