import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import type { ReceivedSignature } from '@booking-service/contract/admin';

/** The verdict of the receiver on a signature. */
export function VerdictBadge({ signature }: { readonly signature: ReceivedSignature }): ReactNode {
  return signature.verified ? <Badge tone="good">Verified</Badge> : <Badge tone="bad">Refused</Badge>;
}
