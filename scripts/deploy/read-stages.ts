/** The instructions of a stage: the texts of each keyword, in their order, with those of the stages that it begins with. */
export type Stage = Readonly<Record<string, readonly string[]>>;

/** Reads the stages of a Dockerfile by their names. */
export function readStages(dockerfile: string): ReadonlyMap<string, Stage> {
  const stages = new Map<string, Record<string, string[]>>();
  let stage: Record<string, string[]> = {};
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n');
  for (const line of lines) {
    const [, keyword = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') {
      const [base = '', , name = ''] = text.split(' ');
      stage = structuredClone(stages.get(base) ?? {});
      stages.set(name, stage);
    }
    if (keyword !== '') (stage[keyword] ??= []).push(text);
  }
  return stages;
}
