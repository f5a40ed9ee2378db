import type { Loan } from '#contract/loans/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { wholePercent } from '#domain/money.ts'
import { call, isUnauthorized } from '#web/api/client.ts'
import { dismissToast, toast } from '#web/ui/overlays/toast.ts'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { withReason } from '#web/forms/refusal-text.ts'
import type { Made } from '#web/book/components/receipts/made-receipt.tsx'
import { shownTerms } from './shown-terms.ts'
import { useAttempt } from './use-attempt.ts'

export type CommitSource = 'list' | 'detail'

export interface CommitChoice {
  loan: Loan
  /** The share in whole percent, from 1 to the available share. */
  share: number
  isSoft: boolean
}

export interface CommitOptions {
  source: CommitSource
  onDone: (made: Made) => void
}

/** Makes a commitment. `doubtAbout` returns a warning if the outcome of an earlier attempt is unknown. */
export function useCommit({ source, onDone }: CommitOptions) {
  const requireLogin = useRequireLogin()
  const { send, doubtAbout } = useAttempt('own')
  const bodyOf = ({ loan, share, isSoft }: CommitChoice) => ({
    loanId: loan.id,
    percentage: String(share),
    ...shownTerms(loan, wholePercent(share)),
    isSoftCommit: toFlag(isSoft),
    ...(source === 'detail' ? { lenderId: placeholderLender } : {}),
  })

  const lastFailure = useRef(0)
  const commit = useMutation({
    mutationFn(choice: CommitChoice) {
      const body = bodyOf(choice)
      return send(body, (headers) => call('createCommitment', { body, headers }))
    },
    onMutate: () => dismissToast(lastFailure.current),
    // No toast is needed, because the receipt shows the commitment.
    onSuccess: onDone,
    onError: (error) => {
      if (isUnauthorized(error)) {
        requireLogin('Please log in to make commitments.')
        return
      }
      lastFailure.current = toast({
        title: 'Error',
        description: withReason('Failed to create commitment.', error),
        variant: 'destructive',
      })
    },
  })

  return {
    commit: commit.mutate,
    isBusy: commit.isPending,
    doubtAbout: (choice: CommitChoice) => doubtAbout(bodyOf(choice)),
  }
}

/** The server ignores this value and takes the lender from the session. */
const placeholderLender = '00000000-0000-0000-0000-000000000000'
