/**
 * Bytes that are not shared between threads, as WebCrypto and fetch require. Before TypeScript 5.7, Uint8Array has no type
 * argument for this. This form compiles there too.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>;
