import { expect, it } from 'vitest';
import { pathIndex } from '../../src/generate/path-index.ts';

it('adds a file beside the paths of its family, with the underscores of its parameters', () => {
  const index = ['paths:', '  /keys: { $ref: paths/keys.yaml }', '  /audit: { $ref: paths/audit.yaml }', 'tags:'];
  const file = 'keys_{key_id}_name.yaml';
  expect(pathIndex(index.join('\n'), { folder: 'paths', files: ['keys.yaml', file] }).split('\n')).toEqual([
    ...index.slice(0, 2),
    `  /keys/{key_id}/name: { $ref: 'paths/${file}' }`,
    ...index.slice(2),
  ]);
});
