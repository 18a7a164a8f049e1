import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import type { BookingStatus } from '@booking-service/contract/admin';

const tones: Readonly<Record<BookingStatus, Tone>> = {
  processing: 'waiting',
  requires_action: 'accent',
  confirmed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
};

/** The status of a booking. */
export function BookingBadge({ status }: { readonly status: BookingStatus }): ReactNode {
  return <Badge tone={tones[status]}>{status.replace('_', ' ')}</Badge>;
}
