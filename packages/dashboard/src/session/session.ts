import { useQuery, useQueryClient, type QueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { Problem, requireSuccess } from '../api/admin-api.ts';
import type {
  DashboardSession,
  IssuerSignIn,
  OwnSessions,
  Session,
  SignInLink,
  SignInOptions,
} from '@booking-service/contract/admin';

export const sessionKey: QueryKey = ['session'];

/** A session; `none` without one; `ended` if this page had one before. */
export type SessionState = Session | 'none' | 'ended';

/** Reads the session. Another caller, who signed in with another tab, must not see what was read before: it is removed from the cache. */
export function useSessionQuery(): UseQueryResult<SessionState> {
  const queryClient = useQueryClient();
  const queryFn = async () => {
    const session = await readSession();
    const before = queryClient.getQueryData<SessionState>(sessionKey);
    const now = session ?? withoutSession(before);
    if (before !== undefined && callerOf(before) !== callerOf(now)) removeOtherQueries(queryClient);
    return now;
  };
  return useQuery({ queryKey: sessionKey, queryFn, staleTime: 30_000, refetchInterval: 60_000 });
}

/** A text that differs between callers who may see different things. */
export function callerOf(state: SessionState): string {
  return typeof state === 'object' ? `${state.role} ${state.organization_id}` : state;
}

/** Removes everything but the session from the cache. */
export function removeOtherQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}

/** The tabs of a browser have one cookie: a sign-in or a sign-out in one of them is that of all. */
const tabs = new BroadcastChannel('session');

/** Calls `onChange` after another tab has signed in or out. */
export function watchOtherTabs(onChange: () => void): void {
  tabs.addEventListener('message', onChange);
}

function withoutSession(before: SessionState | undefined): SessionState {
  return before === undefined || before === 'none' ? 'none' : 'ended';
}

async function readSession(): Promise<Session | undefined> {
  const response = await send('GET');
  if (response.status === 401) return undefined;
  await requireSuccess(response);
  // The dashboard and the service have the same version: the service serves this page.
  return (await response.json()) as Session;
}

/** Reads whom a link signs in. The link stays unused. */
export async function readSignInLink(link_token: string): Promise<SignInLink> {
  const response = await send('POST', { path: '/session/link', body: { link_token } });
  await requireSuccess(response);
  return (await response.json()) as SignInLink;
}

/** Signs in with the token of a one-time link. */
export async function signIn(link_token: string): Promise<void> {
  await requireSuccess(await send('POST', { body: { link_token } }));
  tabs.postMessage('signed in');
}

/** Reads the sessions of the person, newest first. */
export async function readOwnSessions(): Promise<readonly DashboardSession[]> {
  const response = await send('GET', { path: '/session/sessions' });
  await requireSuccess(response);
  return ((await response.json()) as OwnSessions).data;
}

/** Ends a session of the person. */
export async function revokeOwnSession(id: string): Promise<void> {
  await requireSuccess(await send('POST', { path: `/session/sessions/${encodeURIComponent(id)}/revoke` }));
}

/** Reads the ways to sign in besides a link of an operator. */
export async function readSignInOptions(): Promise<Omit<SignInOptions, 'object'>> {
  const response = await send('GET', { path: '/session/options' });
  // An application with its own sign-in has none here.
  if (response.status === 404) return { issuers: [], email: false, service_name: null, contact: null };
  await requireSuccess(response);
  return (await response.json()) as SignInOptions;
}

/** Requests a link by email. It succeeds for every address. */
export async function requestSignInLink(email: string): Promise<void> {
  await requireSuccess(await send('POST', { path: '/session/links', body: { email } }));
}

/** Begins a sign-in at an issuer. Returns the page of the issuer to open. */
export async function startIssuerSignIn(issuer: string): Promise<string> {
  const response = await send('POST', { path: `/session/issuers/${issuer}/start` });
  await requireSuccess(response);
  return ((await response.json()) as IssuerSignIn).url;
}

/** Signs in with the response of an issuer: the query of the address to which it sent the browser. */
export async function finishIssuerSignIn({ issuer, response }: IssuerResponse): Promise<void> {
  const path = `/session/issuers/${encodeURIComponent(issuer)}/finish`;
  await requireSuccess(await send('POST', { path, body: { response } }));
  tabs.postMessage('signed in');
}

export interface IssuerResponse {
  readonly issuer: string;
  readonly response: string;
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  const response = await send('DELETE');
  if (response.status !== 401) await requireSuccess(response);
  tabs.postMessage('signed out');
}

async function send(
  method: string,
  { path = '/session', body }: { readonly path?: string; readonly body?: unknown } = {},
): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new Problem({ status: null, code: null, message: 'The dashboard cannot reach the service.', cause });
  }
}
