import { connectSandbox, type Sandbox, type SandboxOptions } from './connect-sandbox.ts';

/** Starts a sandbox in this process, on free ports of this computer, and creates an organization in it. `close` stops it. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  // Loaded on use: connectSandbox needs no service in this process, and a CommonJS test of Jest cannot load one.
  const { openService } = await import('./open-service.ts');
  const service = await openService();
  try {
    const sandbox = await connectSandbox({ ...options, url: service.url, adminUrl: service.adminUrl });
    const close = async () => {
      await service[Symbol.asyncDispose]();
      await sandbox.close();
    };
    return { ...sandbox, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await service[Symbol.asyncDispose]();
    throw error;
  }
}
