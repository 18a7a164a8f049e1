import type { ReactNode } from 'react';
import { Badge } from '../components/elements.tsx';
import type { DeliveryState } from '@booking-service/contract/admin';
import { stateTones, stateWords } from './delivery-words.ts';

export function DeliveryStateBadge({ state }: { readonly state: DeliveryState }): ReactNode {
  return <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>;
}
