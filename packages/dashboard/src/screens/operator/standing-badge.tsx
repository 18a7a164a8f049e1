import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import type { Organization } from '@booking-service/contract/admin';

/** The badge of an active or a suspended organization. */
export function StandingBadge({ standing }: Pick<Organization, 'standing'>): ReactNode {
  return standing === 'active' ? <Badge tone="good">Active</Badge> : <Badge tone="bad">Suspended</Badge>;
}
