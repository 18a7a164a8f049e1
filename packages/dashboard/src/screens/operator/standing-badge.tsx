import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import type { Organization } from '@booking-service/contract/admin';

/** Whether the requests of an organization are served. */
export function StandingBadge({ standing }: Pick<Organization, 'standing'>): ReactNode {
  return standing === 'active' ? <Badge tone="good">Active</Badge> : <Badge tone="bad">Suspended</Badge>;
}
