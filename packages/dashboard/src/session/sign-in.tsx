import type { SignInLink } from '@booking-service/contract/admin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Problem, type ProblemCode } from '../api/admin-api.ts';
import { Button, Facts } from '../components/elements.tsx';
import { ErrorMessage, Loading } from '../components/loading.tsx';
import { exactTime, shownName } from '../components/shown-values.ts';
import { finishIssuerSignIn, readSignInLink, sessionKey, signIn, useSessionQuery } from './session.ts';
import { SignInFrame, SignInPage, takeReturnAddress } from './sign-in-page.tsx';

/**
 * The page that a sign-in link opens. It shows whom the link signs in, and does so when the person presses the button: a mail scanner that
 * loads the page, or another site that opens it, starts no session. The token is removed from the address and from the history first.
 */
export function SignIn(): ReactNode {
  const token = useToken();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['sign-in-link', token],
    queryFn: () => readSignInLink(token),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === '') {
    return (
      <SignInPage title="Sign in">
        <SignedIn />
      </SignInPage>
    );
  }
  if (data) return <ConfirmSignIn key={token} token={token} link={data} />;
  if (isFetching) return <Loading what="the link" />;
  return <LinkProblem error={error} onRetry={() => void refetch()} />;
}

interface ConfirmSignInProps {
  readonly token: string;
  readonly link: SignInLink;
}

/** Shows whom the link signs in, and whose session it replaces. */
function ConfirmSignIn({ token, link }: ConfirmSignInProps): ReactNode {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const { data: session, isPending: isReading } = useSessionQuery();
  const { mutate, isPending, error } = useMutation({
    mutationFn: signIn,
    async onSuccess() {
      // Nothing of an earlier session may remain.
      queryClient.clear();
      await queryClient.invalidateQueries({ queryKey: sessionKey });
      navigate('/', { replace: true });
    },
  });
  if (error) return <LinkProblem error={error} onRetry={() => mutate(token)} />;
  // The button must not come before the warning.
  if (isReading) return <Loading what="your session" />;
  const isSignedIn = typeof session === 'object';
  return (
    <SignInFrame title="Sign in to the dashboard">
      <Facts
        rows={[
          ['Person', link.name === null ? null : shownName(link.name)],
          ['Organization', link.organization_id === null ? 'All organizations' : link.organization_name],
          ['Role', link.role],
          ['Link ends', exactTime(link.expires_at)],
        ]}
      />
      {isSignedIn && (
        <p className="notice" role="note">
          This browser is signed in as{' '}
          <strong>{session.actor.name === null ? session.role : shownName(session.actor.name)}</strong>
          {session.actor.name !== null && `, with the role ${session.role}`}
          {session.organization_id === null ? ' in all organizations' : ''}. Signing in replaces that session.
        </p>
      )}
      <p className="quiet">If you did not request this link, or it names someone else, close this page.</p>
      <div className="actions">
        <Button kind="primary" isBusy={isPending} onClick={() => mutate(token)}>
          {isSignedIn ? 'Replace the session' : 'Sign in'}
        </Button>
        {isSignedIn && <Button onClick={() => navigate('/', { replace: true })}>Keep my session</Button>}
      </div>
    </SignInFrame>
  );
}

function LinkProblem({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  if (error instanceof Problem && (error.code === 'invalid_link' || error.code === 'invalid_request')) {
    return (
      <SignInPage title="This link does not work">
        <p role="alert">It was used before, it has expired, or it is not complete. Open a new link.</p>
        <SignedIn />
      </SignInPage>
    );
  }
  return (
    <SignInPage title="Sign in">
      <ErrorMessage error={error} onRetry={onRetry} />
    </SignInPage>
  );
}

/** Returns the token in the address; an empty text without one. A link that opens in the same tab changes the fragment without loading the page. */
function useToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const take = () => {
      const found = location.hash.slice(1);
      if (found === '') return;
      history.replaceState(null, '', '/sign-in');
      setToken(found);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}

/** A browser with a session needs no link. */
export function SignedIn(): ReactNode {
  const { data: session } = useSessionQuery();
  if (typeof session !== 'object') return null;
  return (
    <p>
      You are signed in with this browser. <Link href="/">Open the dashboard</Link>
    </p>
  );
}

/** The page to which an issuer sends the browser. It signs in with the response in the address, which it removes from there first. */
export function FinishSignIn({ issuer }: { readonly issuer: string }): ReactNode {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const [response] = useState(() => location.search.slice(1));
  const { mutate, isIdle, isPending, error } = useMutation({
    mutationFn: finishIssuerSignIn,
    async onSuccess() {
      // Nothing of an earlier session may remain.
      queryClient.clear();
      await queryClient.invalidateQueries({ queryKey: sessionKey });
      navigate(takeReturnAddress(), { replace: true });
    },
  });
  useEffect(() => {
    if (response === '') return;
    history.replaceState(null, '', location.pathname);
    mutate({ issuer, response });
  }, [issuer, response, mutate]);

  if (isPending || (isIdle && response !== '')) return <Loading what="your session" />;
  if (error === null || (error instanceof Problem && error.code === 'invalid_request')) {
    return failure('sign_in_failed');
  }
  if (error instanceof Problem && (error.code === 'sign_in_failed' || error.code === 'not_admitted')) {
    return failure(error.code);
  }
  const isLost = error instanceof Problem && error.status === null;
  return (
    <SignInPage title="Sign in">
      <ErrorMessage error={error} onRetry={isLost ? () => mutate({ issuer, response }) : undefined} />
    </SignInPage>
  );
}

const failures = {
  sign_in_failed: {
    title: 'The sign-in did not complete',
    text: 'It took longer than 10 minutes, it began in another browser, or it was cancelled. Sign in again.',
  },
  not_admitted: {
    title: 'Your account has no access',
    text: 'You signed in, but this account may not open this dashboard. Ask the people who run this service for access, or use another account.',
  },
} satisfies Partial<Record<ProblemCode, { title: string; text: string }>>;

function failure(code: keyof typeof failures): ReactNode {
  const { title, text } = failures[code];
  return (
    <SignInPage title={title}>
      <p role="alert">{text}</p>
      <SignedIn />
    </SignInPage>
  );
}
