import { startMock } from '@booking-service/toolkit/mock';
import { contract } from './documents.ts';

export interface PrismMockOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** An OpenAPI document. Default: the contract. */
  readonly document?: object;
}

export interface PrismMock extends AsyncDisposable {
  readonly url: string;
}

/** Starts a mock of the service on 127.0.0.1, as `npm run mock` does. */
export function startPrismMock({ port, document = contract }: PrismMockOptions = {}): Promise<PrismMock> {
  return startMock({ port, document });
}
