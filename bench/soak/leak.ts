/** Preloaded by `npm run soak -- --leak`: memory that is never freed and files that are never closed. The verdict must find both. */
import { openSync } from 'node:fs';

const kept: unknown[] = [];

setInterval(() => {
  kept.push(
    Array.from({ length: 20_000 }, (_, index) => `kept ${index}`),
    openSync('/dev/null', 'r'),
  );
}, 500).unref();
