export {
  declaredFile,
  type ClientParts,
  type ContractConfig,
  type HandlerConfig,
  type LintConfig,
  type NewOperation,
  type OutputConfig,
  type RuleConfig,
  type ToolkitConfig,
} from './config.ts';
export * from './document/bundled-contract.ts';
export { bundle, type DocumentFiles } from './document/bundle.ts';
export { isJsonObject, type JsonObject } from './document/bundled-contract.ts';
export { type Combination, splitCombinations } from './document/combinations.ts';
export type { Product } from './document/names.ts';
export { withProseValues } from './document/prose-values.ts';
