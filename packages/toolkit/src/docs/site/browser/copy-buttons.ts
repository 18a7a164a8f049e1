/** Adds a button to each block of code. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(block.textContent).then(
        () => (button.textContent = 'Copied'),
        () => (button.textContent = 'Not allowed'),
      );
    });
    const sample = document.createElement('div');
    sample.className = 'sample';
    block.replaceWith(sample);
    sample.append(block, button);
  }
}
