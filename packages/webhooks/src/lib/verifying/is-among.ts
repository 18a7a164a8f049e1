/** Returns whether one of the signatures is the expected one. Compares all 64 digits of each, in constant time. */
export function isAmong(signatures: readonly string[], expected: string): boolean {
  return signatures.some((signature) => {
    let difference = 0;
    for (let index = 0; index < 64; index += 1) {
      difference |= signature.charCodeAt(index) ^ expected.charCodeAt(index);
    }
    return difference === 0;
  });
}
