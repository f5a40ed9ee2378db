import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { ChangeShareOnBehalfDialog } from './ChangeShareOnBehalfDialog.tsx'
import type { EntryActDialogProps } from './entry-act-parts.tsx'
import type { EntryAct } from './entry-acts.ts'
import { MakeBindingOnBehalfDialog } from './MakeBindingOnBehalfDialog.tsx'
import { WithdrawOnBehalfDialog } from './WithdrawOnBehalfDialog.tsx'

/** Makes a lender's soft commitment binding, changes it, or withdraws it, as instructed by the lender. */
export function EntryActDialog({
  act,
  ...props
}: EntryActDialogProps & { act: Exclude<EntryAct, 'message' | 'release'> }) {
  // Refetches the query to show current figures. The page behind the dialog uses the same query.
  const params = { id: props.book.loan.id }
  useQuery({ ...endpointQuery('getBookTotals', { params }), refetchOnMount: 'always' })
  const Asked = dialogs[act]
  return <Asked {...props} />
}

const dialogs = {
  makeBinding: MakeBindingOnBehalfDialog,
  change: ChangeShareOnBehalfDialog,
  withdraw: WithdrawOnBehalfDialog,
} satisfies Record<string, ComponentType<EntryActDialogProps>>
