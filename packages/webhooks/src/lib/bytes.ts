/**
 * Bytes that are not shared between threads, which WebCrypto and fetch ask for. Until TypeScript 5.7 a Uint8Array has no type
 * argument that says so: by this way the declarations compile there too.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>;
