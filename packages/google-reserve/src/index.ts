export { createGoogleFeeds, type GoogleFeeds, type GoogleFeedsOptions, type Merchant } from './create-google-feeds.ts';
export { createGoogleReserve, type GoogleReserveOptions } from './create-google-reserve.ts';
