import type { BookingServer } from '../index.ts';

/** The place where the server of one world listens. */
export interface ServedWorld extends AsyncDisposable {
  readonly url: string;
}

/** Lets the server of a world listen. Disposal ends that; the world closes the server itself. */
export type ServeWorld = (server: BookingServer) => Promise<ServedWorld>;

let serve: ServeWorld = async (server) => ({
  url: (await server.listen({ host: '127.0.0.1', port: 0 })).url,
  [Symbol.asyncDispose]: async () => undefined,
});

/** Sets how the servers of every world in this process listen. Call it in a test setup, before a world opens. */
export function serveWorlds(by: ServeWorld): void {
  serve = by;
}

export async function serveWorld(server: BookingServer): Promise<ServedWorld> {
  return serve(server);
}
