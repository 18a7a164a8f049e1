/** Runs Prism in this process: a mock of the service, and a proxy that validates requests and responses. */
export { startPrismMock, type PrismMock, type PrismMockOptions } from './start-prism-mock.ts';
export { startPrismProxy, type PrismProxy, type PrismProxyOptions } from './start-prism-proxy.ts';
export type { Exchange, Violation } from './exchange.ts';
