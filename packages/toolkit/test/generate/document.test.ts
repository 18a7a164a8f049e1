import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { usedComponents } from '../../src/document/bundle.ts';
import { withProseValues } from '../../src/document/prose-values.ts';

it('keeps components that the document uses, and removes all others', () => {
  const document = {
    paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/Used' } }, security: [{ key: [] }] } } },
    components: {
      responses: {
        Used: { schema: { $ref: '#/components/schemas/Kept' } },
        Unused: { schema: { $ref: '#/components/schemas/Lost' } },
      },
      schemas: { Kept: { mapping: { a: '#/components/schemas/Mapped' } }, Lost: {}, Mapped: {} },
      securitySchemes: { key: { type: 'http' } },
    },
  };
  expect(usedComponents(document)).toEqual({
    responses: { Used: document.components.responses.Used },
    schemas: { Kept: document.components.schemas.Kept, Mapped: {} },
    securitySchemes: document.components.securitySchemes,
  });
});

describe('withProseValues', () => {
  const values = { wait_seconds: 2400, list: [{ max: 3 }], text: 'Signature' };

  it.each([
    ['seconds', '{x-v.wait_seconds} s', '2400 s'],
    ['a duration', 'after {x-v.wait_seconds|duration}', 'after 40 minutes'],
    ['an entry of a list and a text', '{x-v.list.0.max} in {x-v.text}', '3 in Signature'],
    ['milliseconds, through a reference', '{.beside.maximum|milliseconds|duration}', '1 day'],
    ['a schema', '{components.schemas.Time.maximum}', '86400000'],
    ['no name of a value', '{id} {url} {}', '{id} {url} {}'],
  ])('fills %s', (_what, description, filled) => {
    const Time = { maximum: 86_400_000 };
    const place = { description, beside: { $ref: '#/components/schemas/Time' } };
    const contract = { 'x-v': values, 'x-values': {}, components: { schemas: { Time } }, paths: [place] };
    expect(withProseValues(contract)).toEqual({
      'x-v': values,
      components: { schemas: { Time } },
      paths: [{ ...place, description: filled }],
    });
  });

  it.each([
    [1, '1 second'],
    [90, '90 seconds'],
    [3600, '1 hour'],
    [604_800, '7 days'],
    [0, '0 seconds'],
    [0.5, '0.5 seconds'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(withProseValues({ text: '{.seconds|duration}', seconds }).text).toBe(text);
  });

  it.each(['{x-v.wait}', '{x-v.list}', '{x-v.text|duration}', '{x-v.wait_seconds|weeks}'])('refuses %s', (text) => {
    expect(() => withProseValues({ 'x-v': values, text })).toThrow(`${text} in "${text}" has no value`);
  });

  it.each(['openapi', 'admin', 'provider', 'card-service'])('leaves no name of a value in %s.json', (name) => {
    const file = new URL(`../../../contract/src/generated/${name}.json`, import.meta.url);
    expect(readFileSync(file, 'utf8').match(/\{(?:x-|\.|components\.)[^}]*\}|"x-values"/g)).toBeNull();
  });
});
