import { useQuery, useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { Problem, toProblem } from '../api/problem.ts';
import type { Session } from '../generated/admin.ts';

export const sessionKey: QueryKey = ['session'];

/** A session; `none` without one; `ended` if this page had one before. */
export type SessionState = Session | 'none' | 'ended';

/** Reads the session. */
export function useSessionQuery(): UseQueryResult<SessionState> {
  const queryClient = useQueryClient();
  const queryFn = async () => (await readSession()) ?? withoutSession(queryClient.getQueryData(sessionKey));
  return useQuery({ queryKey: sessionKey, queryFn, staleTime: 30_000, refetchInterval: 60_000 });
}

function withoutSession(before: SessionState | undefined): SessionState {
  return before === undefined || before === 'none' ? 'none' : 'ended';
}

async function readSession(): Promise<Session | undefined> {
  const response = await send('GET');
  if (response.status === 401) return undefined;
  if (!response.ok) throw await toProblem(response);
  // The dashboard and the service have the same version: the service serves this page.
  return (await response.json()) as Session;
}

/** Signs in with the token of a one-time link. */
export async function signIn(link_token: string): Promise<void> {
  const response = await send('POST', { link_token });
  if (!response.ok) throw await toProblem(response);
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  const response = await send('DELETE');
  if (!response.ok && response.status !== 401) throw await toProblem(response);
}

async function send(method: string, body?: unknown): Promise<Response> {
  try {
    return await fetch('/session', {
      method,
      credentials: 'same-origin',
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new Problem({ status: null, code: null, message: 'The dashboard cannot reach the service.', cause });
  }
}
