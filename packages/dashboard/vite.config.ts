import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Writes each text file also compressed, as NAME.br and NAME.gz. The server sends these. */
const compressed: Plugin = {
  name: 'compressed',
  generateBundle: {
    // After the plugin that writes the style.
    order: 'post',
    handler(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!/\.(?:js|css)$/.test(fileName)) continue;
        const text = file.type === 'chunk' ? file.code : file.source;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(text, { params }) });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(text, { level: 9 }) });
      }
    },
  },
};

// Vite reads the default export.
export default defineConfig({
  plugins: [compressed],
  resolve: { conditions: ['@booking-service/source', 'module', 'browser', 'production'] },
  build: {
    // These have dialog, popover and light-dark(), which the page uses.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // One file of what every page needs compresses better than the two that lazy pages would split it into.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'page',
              test: /node_modules|dashboard\/src\/(?:api\/(?:admin-api|problem|query-client)|session\/session|layout\/|components\/(?:badge|time|time-text|table|button|loading|screen-title|status-region)|main|screens\.ts)/,
            },
          ],
        },
      },
      // Compression takes most of the time, which is fine.
      checks: { pluginTimings: false },
      onwarn(warning, warn) {
        // Libraries mark their modules for servers that render React. This page is rendered in the browser only.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
    reportCompressedSize: false,
  },
});
