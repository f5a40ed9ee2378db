import type { Loan } from '#contract/loans/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { formatCents, formatShare, shareAmount, wholePercent } from '#domain/money.ts'
import { ApiError, call, endpointQuery, isUnauthorized } from '#web/api/client.ts'
import { toast } from '#web/ui/toast.ts'
import { useRequireLogin } from '#web/actions/use-require-login.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { commitAttempts } from './commit-attempt.ts'
import { withReason } from '#web/actions/refusal-text.ts'

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
 * `inDoubt` is the last try when it got no answer that decides: it may stand, or it may not.
 */
export function useCommit({ source, onDone }: { source: CommitSource; onDone: () => void }) {
  const client = useQueryClient()
  const requireLogin = useRequireLogin()
  const [attempts] = useState(() => commitAttempts())

  /** Single loans are refetched with the lists: their keys begin alike. */
  const refetch = (...names: ('listLoans' | 'getStats' | 'listOwnCommitments')[]) =>
    Promise.all(
      names.map((name) => client.invalidateQueries({ queryKey: endpointQuery(name).queryKey })),
    )

  const commit = useMutation({
    mutationFn: ({ loan, share, isSoft }: CommitChoice) => {
      const body = {
        loanId: loan.id,
        percentage: String(share),
        amount: shareAmount(loan.amount, wholePercent(share)),
        isSoftCommit: toFlag(isSoft),
        ...(source === 'detail' ? { lenderId: placeholderLender } : {}),
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
      void refetch('listLoans', 'getStats', 'listOwnCommitments')
      onDone()
    },
    onError: (error) => {
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
      // More was taken, or the terms have changed, or it was made after all: the dialog must show
      // what holds now.
      const isConflict = error instanceof ApiError && error.status === 409
      if (isConflict || isInDoubt(error)) void refetch('listLoans', 'listOwnCommitments')
    },
  })

  return {
    commit: commit.mutate,
    isBusy: commit.isPending,
    inDoubt: commit.error && isInDoubt(commit.error) ? (commit.variables ?? null) : null,
  }
}

/** The server takes the lender from the session and ignores this one. */
const placeholderLender = '00000000-0000-0000-0000-000000000000'

/** No answer, or one from before the end: a server or proxy that failed says nothing of the deed. */
export const isInDoubt = (error: Error) => !(error instanceof ApiError) || error.status >= 500
