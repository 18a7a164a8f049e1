import type { KeyMode } from '@booking-service/contract';
import type { Logger } from 'pino';
import { supplierName, type Supplier } from '../../providers/integrations.ts';

/** Warns of each supplier that the keys of a served mode do not see (MOD-2). */
export function warnHiddenSuppliers(
  suppliers: readonly Supplier[],
  { modes, log }: { readonly modes: readonly KeyMode[]; readonly log: Pick<Logger, 'warn'> },
): void {
  for (const supplier of suppliers) {
    const provider = supplierName(supplier);
    for (const mode of modes) {
      if (supplier[mode] !== undefined) continue;
      const line = { code: 'supplier_hidden', provider, mode };
      log.warn(line, `${mode} keys see nothing of the supplier ${provider}, because it has no ${mode} side`);
    }
  }
}
