import type { OwnRegisterEntry } from '#contract/deal/registers.ts'
import { isLender } from '#domain/access.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useSeenAsLender } from '#web/seen-as-lender.ts'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'

/** The lines of the user's firm in current registers. Nothing is loaded for administrators and visitors. */
export function useOwnEntries() {
  const { role } = useSession()
  const isSeenAsLender = useSeenAsLender()
  return useQuery({
    ...endpointQuery('listOwnRegisterEntries'),
    enabled: isLender(role) && !isSeenAsLender,
    refetchOnMount: 'always',
  })
}

export const entryOn = (entries: readonly OwnRegisterEntry[] | undefined, loanId: string) =>
  entries?.find(({ loan }) => loan.id === loanId)
