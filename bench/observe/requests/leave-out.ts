import { registerHooks } from 'node:module';

const modules = {
  trails: /\/packages\/server\/src\/log\/(?:trail|traceparent)\.ts$/,
  traceparent: /\/packages\/server\/src\/log\/traceparent\.ts$/,
} as const;

/**
 * Replaces modules of the service in this process by left-out.ts: those of trails and of the header traceparent, or only the latter. Call
 * it before the server is loaded.
 */
export function leaveOut(what: keyof typeof modules): void {
  const url = new URL('left-out.ts', import.meta.url).href;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      return modules[what].test(resolved.url) ? { ...resolved, url } : resolved;
    },
  });
}
