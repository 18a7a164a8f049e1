export { contain, containIntegration, exitOnUncaught, logNodeWarnings } from '../log/trail.ts';
export { errorLine, errorText, mask, maskSecrets } from '../log/error-line.ts';
export { completeObserver, type ObserverOf, observeStore, type StoreCalled } from '../log/trail.ts';
export {
  currentOrigin,
  followTrail,
  inSpan,
  joinLines,
  leaveTrail,
  noteSubject,
  traceCalls,
  type Tracing,
  type Trail,
} from '../log/trail.ts';
