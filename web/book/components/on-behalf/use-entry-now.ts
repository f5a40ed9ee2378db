import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import type { EntryActDialogProps } from './entry-act-parts.tsx'

export function useEntryNow({
  book: { loan },
  entry: opened,
}: Pick<EntryActDialogProps, 'book' | 'entry'>) {
  const { data, isPending } = useQuery({
    ...endpointQuery('listBookEntries', {
      params: { id: loan.id },
      query: { lenderId: opened.lenderId },
    }),
    refetchOnMount: 'always',
  })
  const entry = data?.find(({ id }) => id === opened.id) ?? opened
  const others = data?.filter(({ id, status }) => id !== opened.id && status === 'active')
  return { entry, others, isLoading: isPending }
}
