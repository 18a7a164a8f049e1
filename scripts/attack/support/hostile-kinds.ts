export const hostileKinds = [
  'five bytes',
  'silent',
  'dripping head',
  'slow body',
  'responses that are never read',
] as const;

export type HostileKind = (typeof hostileKinds)[number];

export function isHostileKind(text: string): text is HostileKind {
  return hostileKinds.some((kind) => kind === text);
}

/** The connections of a hostile process: opened so far, open now, closed, and refused. */
export interface HostileReport {
  opened: number;
  open: number;
  closed: number;
  refused: number;
}
