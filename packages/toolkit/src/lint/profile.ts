/** The configuration of Redocly for a contract, from the profile of a project. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LintConfig, RuleConfig } from '../config.ts';

/** This file lies beside the plugins, in the sources as in the built package. */
const pluginFile = (name: string) =>
  fileURLToPath(new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url));
const plugin = pluginFile('plugin');

/** A plugin for lint, but not for bundles. */
export const unroutedPlugin: string = pluginFile('unrouted-plugin');

/** Faults that make generated files wrong, and nothing about style: the form of the document, its references, and the names of its operations. */
const basic: Readonly<Record<string, RuleConfig>> = {
  'no-unresolved-refs': 'error',
  struct: 'error',
  'no-identical-paths': 'error',
  'operation-operationId-unique': 'error',
  'operation-parameters-unique': 'error',
  'path-declaration-must-exist': 'error',
  'path-not-include-query': 'error',
  'path-parameters-defined': 'error',
  'no-undefined-server-variable': 'error',
  'security-defined': 'off',
};

const recommended: Readonly<Record<string, RuleConfig>> = {
  'component-name-unique': 'error',
  'no-identical-paths': 'error',
  'no-required-schema-properties-undefined': 'error',
  'no-schema-type-mismatch': 'error',
  'no-unused-components': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
  // contract/operation-id checks the form, too.
  'operation-operationId': 'off',
  'contract/access': 'error',
  'contract/behavior-schema': 'error',
  'contract/bounded': 'error',
  'contract/delivery-schedule': 'error',
  'contract/deprecation': 'error',
  'contract/error-catalogue': 'error',
  'contract/exemplified': 'error',
  'contract/idempotency': 'error',
  'contract/operation-id': 'error',
  'contract/prose-values': 'error',
  'contract/state-table': 'error',
  'contract/webhook-event': 'error',
};

const strict: Readonly<Record<string, RuleConfig>> = {
  ...recommended,
  'no-http-verbs-in-paths': 'error',
  // The rules bounded and open-responses demand additionalProperties. Redocly would close the if, then and else of a condition as well.
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'tag-description': 'error',
  'contract/error-codes': 'error',
  'contract/generated-code': 'error',
  'contract/limits': 'error',
  'contract/metered-headers': 'error',
  'contract/open-responses': 'error',
  'contract/refusals-declared': 'error',
};

const profiles = { basic, recommended, strict };

/** Returns the text of a configuration file of Redocly. It is JSON, which is YAML too. */
export function redoclyConfig(
  { profile = 'basic', rules = {}, plugins = [] }: LintConfig,
  { root }: { readonly root: string },
): string {
  return JSON.stringify({
    telemetry: 'off',
    plugins: [plugin, ...plugins.map((each) => (each.startsWith('.') ? join(root, each) : each))],
    extends: profile === 'basic' ? [] : [profile === 'strict' ? 'recommended-strict' : 'recommended'],
    // They write what x-delivery and x-errors list into the webhooks and the schemas, for the rules and for the bundle.
    preprocessors: { 'contract/attempt-causes': 'on', 'contract/error-enums': 'on', 'contract/webhook-headers': 'on' },
    rules: { ...profiles[profile], ...rules },
  });
}
