/**
 * A process that moves an organization, or cancels its move: `mover.ts MOVE`, with the options as JSON. It kills itself after the step
 * `die_after`.
 */
import { cancelMove, type CancelStep } from '../../../src/store/moves/cancel-move.ts';
import { moveOrganization, type MoveOptions, type MoveStep } from '../../../src/store/moves/move-organization.ts';

/** The options of the process. */
export interface Mover extends Omit<MoveOptions, 'onStep'> {
  readonly die_after: MoveStep | CancelStep;
}

// The test serializes a Mover.
const { die_after, ...options } = JSON.parse(process.argv[2] ?? '') as Mover;
const onStep = (step: MoveStep | CancelStep) => {
  if (step === die_after) process.kill(process.pid, 'SIGKILL');
};
const cancelSteps: readonly string[] = ['resumed', 'removed', 'ended'] satisfies CancelStep[];
await (cancelSteps.includes(die_after) ? cancelMove({ ...options, onStep }) : moveOrganization({ ...options, onStep }));
