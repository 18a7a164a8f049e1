import type { Reply } from '@booking-service/contract';
import { sessionsDisabled } from './sessions-disabled.ts';

/** GET /v1/sessions/card (END-10). */
export async function getCard(): Promise<Reply<'getCard'>> {
  throw sessionsDisabled();
}
