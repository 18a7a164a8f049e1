export * from '../contract.ts';
export {
  apiKeyDigest,
  cellOf,
  idStart,
  type NewId,
  newNumberedId,
  newSecretPart,
  newSigningSecret,
  randomId,
  tagLength,
  tagOf,
  timeOfId,
  tokenDigest,
} from '../ids.ts';
