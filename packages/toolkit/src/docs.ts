export {
  adminGroup,
  adminSamples,
  adminVariableOf,
  adminVariables,
  type AdminContract,
} from './docs/reference/admin-pages.ts';
export { blockGroup } from './docs/reference/block-pages.ts';
export { durationText } from './docs/behavior/delivery-section.ts';
export { limitSection, type OwnLimits } from './docs/behavior/access-section.ts';
export { contractGroups, type BehaviorPage } from './docs/reference/contract-pages.ts';
export { bodyFields, resolverOf, type BodyField } from './docs/reference/field-table.ts';
export { operationPath } from './docs/reference/operation-page.ts';
export {
  calledPage,
  signedSamples,
  type CalledContract,
  type CalledPage,
  type SignedSample,
} from './docs/reference/called-page.ts';
export { createSearchIndex, type SearchIndex } from './docs/site/browser/search-index.ts';
export { createSite, type SiteSources } from './docs/site/create-site.ts';
export { linkPages, type PageGroup, type SitePage } from './docs/site/site-page.ts';
export { markdownToHtml } from './docs/site/markdown-to-html.ts';
export { code, markdownTable } from './docs/site/markup.ts';
export { siteAssets, writeSite, type SiteAddresses } from './docs/site/site-assets.ts';
