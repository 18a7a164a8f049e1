import type { Operation } from './operation-page.ts';

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** The parts of the bundled admin contract that this reads. */
export interface AdminContract {
  readonly info: { readonly description: string };
  readonly servers: readonly OperationServer[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, AdminOperation>>>>;
  readonly 'x-roles': Readonly<Record<string, Role>>;
  readonly 'x-errors': Readonly<
    Record<string, { readonly status: number; readonly message: string; readonly action: string }>
  >;
}

export interface AdminOperation extends Operation {
  readonly 'x-role': string;
  readonly servers?: readonly OperationServer[];
}

export interface OperationServer {
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

interface Role {
  readonly organization: boolean;
  readonly includes: readonly string[];
  readonly may: string;
}
