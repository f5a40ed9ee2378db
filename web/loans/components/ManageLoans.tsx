import { Plus, X } from 'lucide-react'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { Loan } from '#contract/loans/shapes.ts'
import type { LoanField } from '#domain/loans/fields.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { allLoanPagesQuery } from './loan-pages.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { CardTitle } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { TableCard } from '#web/ui/display/Table.tsx'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { PublicationPlace } from './manage-loans/publication-checks.ts'
import { paths } from '#web/addresses/paths.ts'
import { LoanRows, type LoanAction } from './manage-loans/LoanRows.tsx'
import { useHashDialog } from '#web/ui/focus/hash.ts'
import { adminLoanOrders, type AdminLoanOrder } from '#web/admin-panel/admin-state.ts'
import { useAdminState } from '#web/admin-panel/use-admin-state.ts'

type DialogState =
  | { action: 'create' }
  | { action: LoanAction; loan: Loan; field?: LoanField; isForPublication?: true }

export function ManageLoans() {
  const { state, change } = useAdminState()
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const [saved, setSaved] = useState<Loan | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const create = () => setDialog({ action: 'create' })
  useHashDialog('create', create)
  // The focused button is removed, so focus must move elsewhere.
  const focusTitle = () => title.current?.focus()
  return (
    <TableCard as="section" aria-labelledby="loan-opportunities">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4.5 py-3">
        <CardTitle ref={title} id="loan-opportunities" tabIndex={-1} className="outline-none">
          Loan Opportunities
        </CardTitle>
        <div className="min-w-44 flex-1 max-sm:order-1 max-sm:basis-full print:hidden">
          <SearchBox
            label="Search loans"
            search={state.search}
            // The first search adds a history entry. Refining the search doesn't.
            onSearch={(search) => change({ search }, { replace: state.search !== '' })}
          />
        </div>
        <NativeSelect
          aria-label="Sort loans"
          className="w-36 max-sm:order-1 max-sm:w-auto max-sm:flex-1 print:hidden"
          value={state.sort}
          onChange={({ target }) =>
            change({ sort: adminLoanOrders.find((order) => order === target.value) ?? 'newest' })
          }
        >
          {adminLoanOrders.map((order) => (
            <option key={order} value={order}>
              {orderNames[order]}
            </option>
          ))}
        </NativeSelect>
        <span className="max-sm:order-1">
          <Checkbox
            label="Drafts only"
            checked={state.drafts}
            onChange={({ target }) => change({ drafts: target.checked })}
          />
        </span>
        <div className="flex gap-2 max-sm:ml-auto print:hidden">
          <ButtonLink href={paths.adminImport()} variant="outline" className="max-sm:hidden">
            Import Loans
          </ButtonLink>
          <Button
            onClick={create}
            onPointerEnter={() => preload('create')}
            onFocus={() => preload('create')}
          >
            <Plus aria-hidden="true" />
            <span>
              Create<span className="max-sm:sr-only"> New Loan</span>
            </span>
          </Button>
        </div>
      </div>
      {saved && (
        <NextSteps
          loan={saved}
          onClose={() => {
            setSaved(null)
            focusTitle()
          }}
        />
      )}
      <FoundLoans
        search={state.search.trim()}
        drafts={state.drafts}
        sort={state.sort}
        onAct={(action, loan) => {
          setSaved(null)
          setDialog({ action, loan })
        }}
        onCreate={create}
        onClear={() => {
          change({ search: '', drafts: false })
          focusTitle()
        }}
      />
      {dialog && (
        <LoanDialog
          dialog={dialog}
          onChange={setDialog}
          onSaved={setSaved}
          onClose={() => setDialog(null)}
        />
      )}
    </TableCard>
  )
}

const orderNames: Record<AdminLoanOrder, string> = {
  newest: 'Newest first',
  due: 'Due soonest',
  '-available': 'Largest gap',
  title: 'Title',
}

interface FoundLoansProps {
  search: string
  drafts: boolean
  sort: AdminLoanOrder
  onAct: (action: LoanAction, loan: Loan) => void
  onCreate: () => void
  onClear: () => void
}

function FoundLoans({ search, drafts, sort, onAct, onCreate, onClear }: FoundLoansProps) {
  const query = useInfiniteQuery({
    ...allLoanPagesQuery(
      {
        ...(search && { search }),
        ...(drafts && { isDraft: 'true' }),
        ...(sort !== 'newest' && { sort }),
      },
      loansPerPage,
    ),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return (
    <div aria-busy={query.isFetching} className={cx(query.isPlaceholderData && 'opacity-60')}>
      <FetchedPages
        query={query}
        failed="The loans couldn't be loaded"
        skeleton={<Skeletons count={4} className="h-10" />}
        empty={
          search ? (
            <EmptyState
              kind="no-match"
              title="No loans available"
              text={`No ${drafts ? 'draft' : 'loan'} matches your search.`}
              action={
                <Button variant="outline" onClick={onClear}>
                  {drafts ? 'Show All Loans' : 'Clear Search'}
                </Button>
              }
            />
          ) : drafts ? (
            <EmptyState
              title="No drafts"
              text="Save a new loan as a draft, and publish it once it is complete."
              action={
                <Button variant="outline" onClick={onClear}>
                  Show All Loans
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="No loans yet"
              text="New loans are visible to every approved lender, who are notified right away."
              action={
                <>
                  <Button variant="outline" onClick={onCreate}>
                    Create the First Loan
                  </Button>
                  <ButtonLink href={paths.adminImport()} variant="outline">
                    Import Loans
                  </ButtonLink>
                </>
              }
            />
          )
        }
      >
        {(loans) => (
          <>
            <LoanRows loans={loans} onAct={onAct} onIntent={preload} />
            <p role="status" className="sr-only">
              {query.isPlaceholderData
                ? ''
                : `${loans.length} ${loans.length === 1 ? 'loan' : 'loans'} shown`}
            </p>
          </>
        )}
      </FetchedPages>
    </div>
  )
}

const loansPerPage = 50

interface LoanDialogProps {
  dialog: DialogState
  onChange: (dialog: DialogState) => void
  onSaved: (loan: Loan) => void
  onClose: () => void
}

function LoanDialog({ dialog, onChange, onSaved, onClose }: LoanDialogProps) {
  const [, navigate] = useLocation()
  if (dialog.action === 'create')
    return <LoanFormDialog loanId={null} onSaved={onSaved} onClose={onClose} />
  const { loan, field, isForPublication } = dialog
  if (dialog.action === 'publish') {
    const complete = (place: PublicationPlace) =>
      place === 'files' || place === 'audience'
        ? navigate(`${paths.loan(loan.id)}#${place === 'files' ? 'upload' : 'audience'}`)
        : onChange({ action: 'edit', loan, field: place, isForPublication: true })
    return <PublishDialog loan={loan} onComplete={complete} onClose={onClose} />
  }
  if (dialog.action === 'delete') return <DeleteLoanDialog loan={loan} onClose={onClose} />
  // A form that was opened from the publication checklist returns to the checklist.
  if (isForPublication) {
    const goBack = () => onChange({ action: 'publish', loan })
    return <LoanFormDialog loanId={loan.id} field={field} onClose={goBack} />
  }
  return <LoanFormDialog loanId={loan.id} onSaved={onSaved} onClose={onClose} />
}

const LoanFormDialog = onDemand(() =>
  import('./manage-loans/LoanFormDialog.tsx').then((part) => part.LoanFormDialog),
)
const PublishDialog = onDemand(() =>
  import('./manage-loans/PublishDialog.tsx').then((part) => part.PublishDialog),
)
const DeleteLoanDialog = onDemand(() =>
  import('./manage-loans/DeleteLoanDialog.tsx').then((part) => part.DeleteLoanDialog),
)

function preload(action: DialogState['action']) {
  if (action === 'delete') DeleteLoanDialog.preload()
  else if (action === 'publish') PublishDialog.preload()
  else LoanFormDialog.preload()
}

function NextSteps({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  return (
    <section
      aria-label="Next steps"
      className="mt-4 flex flex-wrap items-center gap-2 border-y bg-secondary px-4.5 py-2 text-secondary-foreground"
    >
      <p className="min-w-40 flex-1 wrap-anywhere">
        <span className="font-medium">{loan.title}</span> is saved. What's next?
      </p>
      <ButtonLink href={paths.loan(loan.id)} variant="outline" size="s">
        Open Loan
      </ButtonLink>
      <ButtonLink href={`${paths.loan(loan.id)}#upload`} variant="outline" size="s">
        Upload Documents
      </ButtonLink>
      <Button variant="ghost" size="icon" aria-label="Dismiss next steps" onClick={onClose}>
        <X aria-hidden="true" />
      </Button>
    </section>
  )
}
