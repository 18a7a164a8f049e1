/** A mock of a contract by Prism, and the server that a proxy of Prism needs, too. The mock needs the optional peer dependency. */
export {
  listen,
  toPrismDocument,
  type Listening,
  type ListenOptions,
  type PrismServer,
  type Respond,
} from './mock/listen.ts';
export { startMock, type MockOptions } from './mock/start-mock.ts';
