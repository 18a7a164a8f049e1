/** On whose behalf a port is called. Every call of every port carries it, so that an integration can separate customers and modes. */
export interface CallContext {
  readonly organization_id: string;
  /** True if the call belongs to a live key. A test call must reach no live system (MOD-1). */
  readonly livemode: boolean;
}
