export { adminCommandTable, adminFilterTable, type CommandContract } from './generate/admin-commands.ts';
export { clientResources } from './generate/client-resources.ts';
export { clientTables } from './generate/client-tables.ts';
export { exampleCalls, withSamples } from './generate/code-samples.ts';
export { errorExamples } from './generate/error-examples.ts';
export * from './generate/generated-tables.ts';
export { pathIndex } from './generate/path-index.ts';
export { personalTable } from './generate/personal-table.ts';
export { documentTypes, wireTypes } from './generate/wire-types.ts';
