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
export { presenceOf } from './document/presence.ts';
export type { Product } from './document/product.ts';
export { withProseValues } from './document/prose-values.ts';
export { isJsonObject, type JsonObject } from './document/json-object.ts';
