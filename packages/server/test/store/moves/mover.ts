/** A process that moves an organization: `mover.ts MOVE`, with the options of the move as JSON. It kills itself after the step `die_after`. */
import { moveOrganization, type MoveOptions, type MoveStep } from '../../../src/store/moves/move-organization.ts';

/** The options of the process. */
export interface Mover extends Omit<MoveOptions, 'onStep'> {
  readonly die_after: MoveStep;
}

const { die_after, ...options } = JSON.parse(process.argv[2] ?? '') as Mover;
await moveOrganization({
  ...options,
  onStep(step) {
    if (step === die_after) process.kill(process.pid, 'SIGKILL');
  },
});
