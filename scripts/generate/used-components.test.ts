import { expect, it } from 'vitest';
import { usedComponents } from './used-components.ts';

it('keeps what the document refers to, and removes the rest with what only it refers to', () => {
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
