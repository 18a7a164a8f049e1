import type { paths } from '@booking-service/contract/admin';

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

/** The paths of the admin contract without `readonly`, which the types of openapi-react-query do not accept. */
export type AdminPaths = Mutable<paths>;
