import type { BehaviorPage } from '@booking-service/toolkit/docs';
import { ownLimits } from './own-limits.ts';
import { runSection } from './run-section.ts';
import { sandboxSection } from './sandbox-section.ts';

/** The pages about the blocks that only this service has. Its limits have further values. */
export const ownPages: readonly BehaviorPage[] = [
  { name: 'limits', title: 'Limits', write: ownLimits },
  { name: 'runs', title: 'Retries at a provider', write: runSection },
  { name: 'sandbox', title: 'Sandbox', write: sandboxSection },
];
