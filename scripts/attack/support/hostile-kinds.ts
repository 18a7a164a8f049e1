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

/** How many connections a hostile process has opened, has open, saw closed, and was refused. */
export interface HostileReport {
  opened: number;
  open: number;
  closed: number;
  refused: number;
}
