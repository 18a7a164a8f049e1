import type { Reply } from '@booking-service/contract';
import { sessionsDisabled } from './sessions-disabled.ts';

/** POST /v1/sessions/{id}/verify (END-8). */
export async function verifySession(): Promise<Reply<'verifySession'>> {
  throw sessionsDisabled();
}
