import type { Clock } from '../time/clock.ts';
import type { NewId } from '../ids.ts';
import type { DeliveryWrites, Receivers } from '../store/deliveries/deliveries.ts';
import type { RecordOptions, SendOptions } from './attempt-delivery.ts';
import type { DeliveryHosts } from './delivery-hosts.ts';
import type { DeliveryObserver } from './delivery-reports.ts';
import type { Recorder } from './record-attempts.ts';

/** The options of a lane; see delivery-lane.ts. */
export interface LaneOptions extends Omit<SendOptions, 'clock' | 'isHeld'>, Omit<RecordOptions, 'record' | 'observer'> {
  readonly store: Pick<DeliveryWrites, 'claimTurns' | 'endTurns' | 'claimDeliveries' | 'giveBackDeliveries'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic_ms' | 'after'>;
  /** Default: none. */
  readonly observer?: Pick<DeliveryObserver, 'attempted' | 'abandoned' | 'fenced' | 'lapsed'>;
  readonly newId: NewId;
  readonly recorder: Recorder;
  readonly hosts: DeliveryHosts;
  /** Checked before each claim: if it returns false, the lane claims nothing more. */
  readonly isRunning: () => boolean;
  /** Which receivers this lane serves. */
  readonly receivers: Receivers;
  /**
   * Set if new deliveries wake the lane: the longest tick. Turns that last longer continue after it. Omitted if only the ticks
   * start deliveries: a tick then lasts until its turns have ended.
   */
  readonly maxTick_seconds?: number | undefined;
  /** Called after each claim of turns. Default: none. */
  readonly onClaim?: () => void;
  /** Called when turns become due in the slow lane because their host hangs. Default: none. */
  readonly onMoved?: () => void;
}
