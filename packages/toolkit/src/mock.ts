/** A mock of a contract by Prism, and the server that a proxy of Prism needs, too. The mock needs the optional peer dependency. */
export {
  listen,
  startMock,
  toPrismDocument,
  type Listening,
  type ListenOptions,
  type MockOptions,
  type PrismServer,
  type Respond,
} from './mock/start-mock.ts';
