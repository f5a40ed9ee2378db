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
 * The loan that a form edits: fetched when the form opens, not taken from a list. It stays at that
 * version until a save is refused because of a newer one, so that what is sent is compared with the
 * matching version, and no other person's change enters the form unnoticed.
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
    // Without it, the next save is refused in the same way, and the loan is requested again.
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
      // A conflict means that the form is outdated. It stays pending until the newer loan is there.
      if (refusal instanceof ApiError && refusal.status === 409) await catchUp(shown, refusal)
      throw refusal
    }
  }

  /** Says what others have changed since an older version. */
  function compare(older: Loan) {
    if (loan && older.version !== loan.version) setChanges(changesBetween(older, loan, {}))
  }

  return {
    loan,
    /** What others have changed since the form opened, by field; null when there is no newer version. */
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
