/** Seals the entries of the audit trail that wait. When it fails, they wait on and nothing else fails. */
import { isAnyWaiting, sealNext, sealBatchSize } from '#server/audit/seals.ts'
import type { Database } from '#server/database/client.ts'
import type { Job } from './runner.ts'

export const auditSealing = ({ db, everyMs = 1_000 }: { db: Database; everyMs?: number }): Job => ({
  name: 'auditSealing',
  everyMs,
  steps: [
    {
      // A look at the queue costs nothing; taking the lock for nothing would, every second.
      run: async () => (await isAnyWaiting(db)) && (await sealNext(db)) === sealBatchSize,
      failure: "The audit trail couldn't be sealed; its entries wait",
    },
  ],
  atStop: true,
})
