import { defineConfig } from 'vitest/config';

const conditions = ['@booking-service/source', 'node'];

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    reporters: ['default', './scripts/closing-line-reporter.ts'],
    projects: ['packages/contract', 'packages/webhooks', 'packages/server', 'scripts', 'openapi'].map((root) => ({
      ssr: { resolve: { conditions } },
      test: { name: root.replace('packages/', ''), root, include: ['**/*.test.ts'], exclude: ['**/node_modules/**', '**/dist/**'] },
    })),
  },
});
