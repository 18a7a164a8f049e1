/** A mock of a contract by Prism, and the server that a proxy of Prism needs, too. Both need the optional peer dependencies. */
export { listen, type Listening, type ListenOptions, type PrismRequest } from './mock/listen.ts';
export { startMock, type MockOptions } from './mock/start-mock.ts';
