import type { Loan } from '#contract/loans.ts'
import { toFlag } from '#contract/wire.ts'
import { formatCents, formatShare, shareAmount, wholePercent } from '#domain/money.ts'
import { ApiError, call, endpointQuery, isUnauthorized } from '#web/api.ts'
import { toast } from '#web/ui/toast.ts'
import { useRequireLogin } from '#web/unauthorized.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { commitAttempts } from './commit-attempt.ts'
import { withReason } from './refusal-text.ts'

/** Where the dialog was opened: on a list of loans, or on the page of one. */
export type CommitSource = 'list' | 'detail'

export interface CommitChoice {
  /** The loan whose figures were on the screen. */
  loan: Loan
  /** Whole per cents, 1 to what is available. */
  share: number
  isSoft: boolean
}

/**
 * Makes a commitment, says how it went, and has every figure read again that it may have changed.
 * `isInDoubt` tells that the last try got no answer that decides: the same one may be sent again.
 */
export function useCommit({ source, onDone }: { source: CommitSource; onDone: () => void }) {
  const client = useQueryClient()
  const requireLogin = useRequireLogin()
  const [attempts] = useState(() => commitAttempts())

  const commit = useMutation({
    mutationFn: ({ loan, share, isSoft }: CommitChoice) => {
      const body = {
        loanId: loan.id,
        percentage: String(share),
        amount: shareAmount(loan.amount, wholePercent(share)),
        isSoftCommit: toFlag(isSoft),
        ...(source === 'detail' ? { lenderId: PLACEHOLDER_LENDER } : {}),
      }
      return call('createCommitment', {
        body,
        headers: { 'idempotency-key': attempts.keyFor(body) },
      })
    },
    onSuccess: (made, { loan, isSoft }) => {
      attempts.decided()
      const part = `${formatCents(made.amount)} (${formatShare(made.percentage)})`
      toast(
        isSoft
          ? {
              title: 'Soft commitment made',
              description: `You indicated ${part} of ${loan.title}, not binding.`,
            }
          : {
              title: 'Commitment made',
              description: `You committed ${part} of ${loan.title}, binding.`,
            },
      )
      for (const name of ['listLoans', 'getStats', 'listOwnCommitments'] as const) {
        void client.invalidateQueries({ queryKey: endpointQuery(name).queryKey })
      }
      onDone()
    },
    onError: (error, { loan }) => {
      if (!isInDoubt(error)) attempts.decided()
      if (isUnauthorized(error)) {
        requireLogin('Please log in to make commitments.')
        return
      }
      toast({
        title: 'Error',
        description: withReason('Failed to create commitment.', error),
        variant: 'destructive',
      })
      if (error instanceof ApiError && error.status === 409) {
        // More was taken, or the terms have changed: the dialog must show what holds now.
        const { queryKey } = endpointQuery('getLoan', { params: { id: loan.id } })
        void client.invalidateQueries({ queryKey })
        void client.invalidateQueries({ queryKey: endpointQuery('listLoans').queryKey })
      }
    },
  })

  return {
    commit: commit.mutate,
    isBusy: commit.isPending,
    isInDoubt: commit.error !== null && isInDoubt(commit.error),
  }
}

/** The server takes the lender from the session and ignores this one. */
const PLACEHOLDER_LENDER = '00000000-0000-0000-0000-000000000000'

/** No answer, or one that the commitment may have outlived: it may stand, or it may not. */
const isInDoubt = (error: Error) => !(error instanceof ApiError) || error.status >= 500
