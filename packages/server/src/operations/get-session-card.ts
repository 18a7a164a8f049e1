import type { Reply } from '@booking-service/contract';
import { sessionsDisabled } from './sessions-disabled.ts';

/** GET /v1/sessions/{id}/card (END-9). */
export async function getSessionCard(): Promise<Reply<'getSessionCard'>> {
  throw sessionsDisabled();
}
