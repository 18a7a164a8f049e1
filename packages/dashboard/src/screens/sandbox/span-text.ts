const units: readonly (readonly [ms: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** A span of time without the units that are zero: `12 min 30 s`. Below a second it is `0 s`. */
export function spanText(ms: number): string {
  let rest = ms;
  const parts = units.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return parts.join(' ') || '0 s';
}
