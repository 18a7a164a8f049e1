import type { CallContext } from '../index.ts';

/** The context of a port call that a test makes itself. */
export const testContext: CallContext = { organization_id: 'org_test', livemode: false };
