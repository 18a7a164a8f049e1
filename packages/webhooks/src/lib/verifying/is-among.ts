/** Whether one of the signatures is the expected one. Each is compared to its last of 64 digits, whatever differs before. */
export function isAmong(signatures: readonly string[], expected: string): boolean {
  return signatures.some((signature) => {
    let difference = 0;
    for (let index = 0; index < 64; index += 1) {
      difference |= signature.charCodeAt(index) ^ expected.charCodeAt(index);
    }
    return difference === 0;
  });
}
