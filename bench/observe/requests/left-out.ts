/** The exports of log/trail.ts and log/traceparent.ts, which do nothing. */
// @boundaries-ignore the types of the modules that this one replaces
import type * as traceparents from '../../../packages/server/src/log/traceparent.ts';
// @boundaries-ignore as above
import type * as trails from '../../../packages/server/src/log/trail.ts';

export const followTrail: typeof trails.followTrail = (_trail, task) => task();
export const leaveTrail: typeof trails.leaveTrail = (task) => task();
export const currentTrail: typeof trails.currentTrail = () => undefined;
export const currentOrigin: typeof trails.currentOrigin = () => ({ request_id: null, traceparent: null });
export const noteBooking: typeof trails.noteBooking = () => undefined;
export const trailFields: typeof trails.trailFields = () => ({});
export const joinLines: typeof trails.joinLines = (log) => log;
export const readTraceparent: typeof traceparents.readTraceparent = () => null;
