import type { Loan } from '#contract/loans/shapes.ts'
import { ApiError, call, endpointQuery, errorMessage } from '#web/api/client.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changesBetween,
  editedFields,
  type LoanChanges,
  type LoanFields,
} from './loan-form-values.ts'
import { isChangedMeanwhile } from './changed-meanwhile.ts'

/**
 * The loan as it was when the form opened. This version changes only after a save fails with a version conflict. Edits
 * are therefore compared with the right version, and no concurrent change enters the form unnoticed.
 */
export function useLoanToEdit(id: string | null) {
  const client = useQueryClient()
  const query = endpointQuery('getLoan', { params: { id: id ?? '' } })
  const [openedAt] = useState(Date.now)
  const [loan, setLoan] = useState<Loan>()
  const [changes, setChanges] = useState<LoanChanges | null>(null)
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...query,
    enabled: id !== null && !loan,
    refetchOnMount: 'always',
  })
  if (!loan && data && dataUpdatedAt >= openedAt) setLoan(data)

  async function catchUp(shown: Loan, refusal: ApiError) {
    const newer = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => null)
    // If this request fails, the form stays outdated. The next save gets the same 409 and reloads the loan.
    if (!newer) return
    setLoan(newer)
    if (newer.version === shown.version) return
    const sentences = isChangedMeanwhile(refusal) ? refusal.fields : {}
    setChanges({ ...changes, ...changesBetween(shown, newer, sentences) })
  }

  async function update(shown: Loan, fields: LoanFields) {
    const body = { ...editedFields(fields, shown), version: shown.version }
    try {
      return await call('updateLoan', { params: { id: shown.id }, body })
    } catch (refusal) {
      // After a 409, the save stays pending until the newer version has loaded.
      if (refusal instanceof ApiError && refusal.status === 409) await catchUp(shown, refusal)
      throw refusal
    }
  }

  function compare(older: Loan) {
    if (loan && older.version !== loan.version) setChanges(changesBetween(older, loan, {}))
  }

  return {
    loan,
    /** Concurrent changes since the form opened, by field, or null if the version is unchanged. */
    changes,
    compare,
    update,
    failed: error && {
      message: errorMessage(error, error.message),
      busy: isFetching,
      onRetry: () => void refetch(),
    },
  }
}
