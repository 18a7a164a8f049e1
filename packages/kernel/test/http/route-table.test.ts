import { describe, expect, it } from 'vitest';
import { compileRoutes } from '../../src/http/operation-listener.ts';

const templates = [
  '/v1/loans',
  '/v1/loans/{id}',
  '/v1/loans/{id}/cancel',
  '/v1/sessions/card',
  '/v1/sessions/{id}',
  '/v1/sessions/{id}/card',
  '/v1/{kind}/latest',
];
const table = compileRoutes(templates.map((template) => [template, template]));

function find(path: string) {
  const match = table.find(path);
  return match && { template: match.entry, parameters: match.readParameters() };
}

it.each([
  { path: '/v1/loans', template: '/v1/loans', parameters: {} },
  { path: '/v1/loans/b1', template: '/v1/loans/{id}', parameters: { id: 'b1' } },
  { path: '/v1/loans/b1/cancel', template: '/v1/loans/{id}/cancel', parameters: { id: 'b1' } },
  { path: '/v1/loans/a%2Fb%20c', template: '/v1/loans/{id}', parameters: { id: 'a/b c' } },
  { path: '/v1/sessions/s1/card', template: '/v1/sessions/{id}/card', parameters: { id: 's1' } },
  { path: '/v1/sessions/latest', template: '/v1/sessions/{id}', parameters: { id: 'latest' } },
  { path: '/v1/slots/latest', template: '/v1/{kind}/latest', parameters: { kind: 'slots' } },
])('finds $template at $path', ({ path, ...expected }) => {
  expect(find(path)).toEqual(expected);
});

it('prefers a fixed segment to a parameter, and falls back to the parameter', () => {
  expect(find('/v1/sessions/card')).toEqual({ template: '/v1/sessions/card', parameters: {} });
  expect(find('/v1/sessions/card/card')).toEqual({ template: '/v1/sessions/{id}/card', parameters: { id: 'card' } });
});

it.each([
  '/',
  '',
  '/v1',
  '/v1/',
  '/v1/loans/',
  '/v1/loans//cancel',
  '/v1/loans/b1/',
  '/v1/loans/b1/cancel/more',
  '/V1/loans',
  '/v1/%62ookings',
  '//v1/loans',
])('finds nothing at %j', (path) => {
  expect(table.find(path)).toBeUndefined();
});

describe('a parameter that cannot be decoded', () => {
  it('has a path, and throws when it is read', () => {
    expect(() => find('/v1/loans/%zz')).toThrow(URIError);
    expect(table.find('/v1/loans/%zz')?.entry).toBe('/v1/loans/{id}');
  });
});

it('finds parameters with text around them in a segment, after fixed segments and before whole ones', () => {
  const mixed = compileRoutes(
    ['/a/{id}', '/a/{name}.{kind}', '/a/b.json', '/a/{id}:end/{x-y}'].map((each) => [each, each]),
  );
  const read = (path: string) => [mixed.find(path)?.entry, mixed.find(path)?.readParameters()];
  expect(read('/a/b.json')).toEqual(['/a/b.json', {}]);
  expect(read('/a/c.json')).toEqual(['/a/{name}.{kind}', { name: 'c', kind: 'json' }]);
  expect(read('/a/c')).toEqual(['/a/{id}', { id: 'c' }]);
  expect(read('/a/c.d:end/e')).toEqual(['/a/{id}:end/{x-y}', { id: 'c.d', 'x-y': 'e' }]);
  expect(mixed.find('/a/.json/x')).toBeUndefined();
});
