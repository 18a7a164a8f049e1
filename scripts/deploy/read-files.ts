import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';

/** The kinds of the chart, but those of operators. */
const models: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  PodDisruptionBudget,
  Service,
};

/** The security contexts of a pod and of its containers under the policy `restricted` of Kubernetes. */
export const restrictedPod = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } } as const;
export const restrictedContainer = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
} as const;

/**
 * Checks an object against the schema of its kind in the API of Kubernetes. Throws if a value has another type, or if the schema has not
 * got one of the fields: the published check accepts these, so this one records the fields that it reads.
 */
export function checkForm(document: { readonly kind: string; readonly spec: object }): void {
  const unread = new Set<string>();
  const record = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const fields = new Map(Object.entries(value).map(([key, each]) => [key, record(each, `${path}/${key}`)]));
    for (const key of fields.keys()) unread.add(`${path}/${key}`);
    return new Proxy(value, {
      get(target, key, receiver) {
        unread.delete(`${path}/${String(key)}`);
        return fields.get(String(key)) ?? Reflect.get(target, key, receiver);
      },
    });
  };
  const Model = models[document.kind];
  if (!Model) throw new Error(`No schema of ${document.kind} is at hand.`);
  // The constructor copies an object of its own kind, which validate() checks.
  const model = new Model(document as never);
  Object.assign(model, { spec: record(document.spec, '/spec') }).validate();
  if (unread.size > 0) throw new Error(`${document.kind} of Kubernetes has no ${[...unread].join(', ')}.`);
}

/** The instructions of a stage: the texts of each keyword, in their order, with those of the stages that it begins with. */
type Stage = Readonly<Record<string, readonly string[]>>;

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
