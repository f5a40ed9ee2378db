/** Seals queued audit entries. If sealing fails, the entries stay in the queue, and no other work is affected. */
import { isAnyWaiting, sealNext, sealBatchSize } from '#server/audit/seals.ts'
import type { Database } from '#server/database/client.ts'
import type { Job } from './runner.ts'

export const auditSealing = ({ db, everyMs = 1_000 }: { db: Database; everyMs?: number }): Job => ({
  name: 'auditSealing',
  everyMs,
  steps: [
    {
      // Checking the queue is cheap. Taking the lock every second would be expensive.
      run: async () => (await isAnyWaiting(db)) && (await sealNext(db)) === sealBatchSize,
      failure: "The audit trail couldn't be sealed; its entries wait",
    },
  ],
  atStop: true,
})
