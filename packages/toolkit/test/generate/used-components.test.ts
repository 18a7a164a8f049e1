import { expect, it } from 'vitest';
import { usedComponents } from '../../src/document/bundle.ts';

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
