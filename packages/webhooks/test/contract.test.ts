import { delivery } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { SIGNATURE_HEADER, SIGNATURE_SCHEME } from '../src/lib/verifying/signature-header.ts';
import { DEFAULT_TOLERANCE } from '../src/lib/verifying/verify.ts';

it("SIG-1 SIG-5: has the contract's header name, scheme and tolerance", () => {
  const own = { header: SIGNATURE_HEADER, scheme: SIGNATURE_SCHEME, tolerance_seconds: DEFAULT_TOLERANCE };
  expect(delivery.signature).toMatchObject(own);
});
