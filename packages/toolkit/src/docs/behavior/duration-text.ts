/** Seconds in words: `30 s`, `2 min`, `12 min 30 s`, `1 h`. */
export function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;
  const texts = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return texts.length > 0 ? texts.join(' ') : '0 s';
}
