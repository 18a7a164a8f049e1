/** Adds the files of a folder that the contract's index does not list: `v1_loans_{id}.yaml` is `/v1/loans/{id}`. */
export function pathIndex(index: string, { folder, files }: { folder: string; files: readonly string[] }): string {
  const lines = index.split('\n');
  const start = lines.indexOf('paths:') + 1;
  for (const file of files.filter((each) => !index.includes(`${folder}/${each}`))) {
    const path = `/${file.replace(/\.yaml$/, '').replaceAll(/_(?![^{]*\})/g, '/')}`;
    const end = lines.findIndex((line, at) => at >= start && /^\S/.test(line));
    const last = lastOfFamily(lines.slice(0, end), path);
    const next = lines.findIndex((line, at) => at > last && /^( {2})?\S/.test(line));
    const line = `  ${path}: { $ref: '${folder}/${file}' }`;
    const entry = line.length > 120 ? [`  ${path}:`, `    { $ref: '${folder}/${file}' }`] : [line];
    lines.splice(last < start ? end : next, 0, ...entry);
  }
  return lines.join('\n');
}

/** The line of the last path with the most segments in common, so that the reference shows a resource's paths together. */
function lastOfFamily(lines: readonly string[], path: string): number {
  const parent = path.slice(0, path.lastIndexOf('/'));
  const last = lines.findLastIndex((line) => line.startsWith(`  ${parent}`));
  return last >= 0 || parent === '' ? last : lastOfFamily(lines, parent);
}
