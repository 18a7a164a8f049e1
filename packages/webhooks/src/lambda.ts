import type { Receiver } from './lib/receiving/receive.ts';

/** The fields that are read from an event of API Gateway (REST and HTTP APIs), a function URL or a load balancer. */
export interface LambdaEvent {
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  readonly multiValueHeaders?: Readonly<Record<string, string[] | undefined>> | null;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
}

/** A result that all of these accept. */
export interface LambdaResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Creates a handler for AWS Lambda. It rejects if the handler of the event throws. Lambda logs the error, the gateway responds
 * with a 5xx, and the service delivers again.
 */
export function createLambdaHandler(receiver: Receiver): (event: LambdaEvent) => Promise<LambdaResult> {
  return async function handle({ headers, multiValueHeaders, body, isBase64Encoded = false }) {
    const raw = isBase64Encoded ? Buffer.from(body ?? '', 'base64') : (body ?? '');
    const { status, message } = await receiver.receive(raw, { ...headers, ...multiValueHeaders });
    return { statusCode: status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: message };
  };
}
