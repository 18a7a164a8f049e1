import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import type { RequestEntry } from '@booking-service/contract/admin';

/** The status of the response. */
export function StatusBadge({ request: { status } }: { readonly request: Pick<RequestEntry, 'status'> }): ReactNode {
  if (status === null) return <Badge>closed</Badge>;
  const tone: Tone = status < 400 ? 'good' : status < 500 ? 'waiting' : 'bad';
  return <Badge tone={tone}>{status}</Badge>;
}
