import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Problem, type ProblemCode } from '../api/problem.ts';
import { ErrorMessage, Loading } from '../components/loading.tsx';
import { takeReturnAddress } from './return-address.ts';
import { finishIssuerSignIn, sessionKey } from './session.ts';
import { SignInPage } from './sign-in-page.tsx';
import { SignedIn } from './sign-in.tsx';

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
