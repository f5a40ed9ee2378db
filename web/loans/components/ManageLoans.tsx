import { onDemand } from '#web/ui/on-demand.tsx'
import type { Loan } from '#contract/loans/shapes.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { loanPagesQuery } from './loan-pages.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from '#web/ui/icons/plus.ts'
import { useState } from 'react'
import { LoanRows, type LoanAction } from './manage-loans/LoanRows.tsx'
import { useAdminState } from '#web/admin-panel/use-admin-state.ts'

/** The action of the open dialog, with its loan if there is one. */
type DialogState = { action: 'create' } | { action: LoanAction; loan: Loan }

/** All loans: created, changed and deleted here. */
export function ManageLoans() {
  const { state, change } = useAdminState()
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const create = () => setDialog({ action: 'create' })
  return (
    <Card as="section" aria-labelledby="loan-opportunities" className="overflow-hidden">
      <CardHeader
        action={
          <Button
            onClick={create}
            onPointerEnter={() => preload('create')}
            onFocus={() => preload('create')}
          >
            <Plus aria-hidden="true" />
            Create New Loan
          </Button>
        }
      >
        <CardTitle id="loan-opportunities">Loan Opportunities</CardTitle>
      </CardHeader>
      <div className="px-4.5 py-4 lg:max-w-md">
        <SearchBox
          label="Search loans"
          search={state.search}
          // The first search adds a history entry; refining it does not.
          onSearch={(search) => change({ search }, { replace: state.search !== '' })}
        />
      </div>
      <FoundLoans
        search={state.search.trim()}
        onAct={(action, loan) => setDialog({ action, loan })}
        onCreate={create}
        onClear={() => change({ search: '' })}
      />
      {dialog && <LoanDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </Card>
  )
}

interface FoundLoansProps {
  search: string
  onAct: (action: LoanAction, loan: Loan) => void
  onCreate: () => void
  onClear: () => void
}

function FoundLoans({ search, onAct, onCreate, onClear }: FoundLoansProps) {
  const query = useInfiniteQuery({
    ...loanPagesQuery(search ? { search } : {}, loansPerPage),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return (
    <div aria-busy={query.isFetching} className={cx(query.isPlaceholderData && 'opacity-60')}>
      <FetchedPages
        query={query}
        failed="The loans could not be loaded"
        skeleton={[0, 1, 2, 3].map((place) => (
          <Skeleton key={place} className="h-10" />
        ))}
        empty={
          search ? (
            <EmptyState
              kind="no-match"
              title="No loans available"
              text="No loan matches your search."
              action={
                <Button variant="outline" onClick={onClear}>
                  Clear search
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="No loans yet"
              text="Loans that you create are offered to all lenders at once."
              action={<Button onClick={onCreate}>Create the First Loan</Button>}
            />
          )
        }
      >
        {(loans) => (
          <>
            <LoanRows loans={loans} onAct={onAct} onIntent={preload} />
            <p role="status" className="sr-only">
              {query.isPlaceholderData ? '' : `${loans.length} loans shown`}
            </p>
          </>
        )}
      </FetchedPages>
    </div>
  )
}

const loansPerPage = 50

function LoanDialog({ dialog, onClose }: { dialog: DialogState; onClose: () => void }) {
  if (dialog.action === 'delete') return <DeleteLoanDialog loan={dialog.loan} onClose={onClose} />
  return (
    <LoanFormDialog loanId={dialog.action === 'edit' ? dialog.loan.id : null} onClose={onClose} />
  )
}

// Loaded on demand: the dialogs are larger than the list, and most visits open none.
const LoanFormDialog = onDemand(() =>
  import('./manage-loans/LoanFormDialog.tsx').then((part) => part.LoanFormDialog),
)
const DeleteLoanDialog = onDemand(() =>
  import('./manage-loans/DeleteLoanDialog.tsx').then((part) => part.DeleteLoanDialog),
)

/** Loads a dialog's code when the pointer or focus reaches its button. */
function preload(action: DialogState['action']) {
  ;(action === 'delete' ? DeleteLoanDialog : LoanFormDialog).preload()
}
