import type { Funding } from '#contract/deal/funding.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { formatCents, formatShare, isAboveZero } from '#domain/money.ts'
import { SetFundedButton } from '#web/admin-bar/SetFundedButton.tsx'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { TableCard } from '#web/ui/display/Table.tsx'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { describeMoney } from './describe-funding.ts'
import { InstructionsCard } from './InstructionsCard.tsx'
import { LendersTable } from './LendersTable.tsx'
import { ReceiptsCard } from './ReceiptsCard.tsx'

const RecordReceiptDialog = onDemand(() =>
  import('./RecordReceiptDialog.tsx').then((part) => part.RecordReceiptDialog),
)
const StatementCard = onDemand(
  () => import('./statement/StatementCard.tsx').then((part) => part.StatementCard),
  () => <Skeleton className="h-60 rounded-xl" />,
)
const TakeOverDialog = onDemand(() =>
  import('./TakeOverDialog.tsx').then((part) => part.TakeOverDialog),
)

/** The funding of a loan: where to wire, what each lender owes, and what has come. */
export function FundingSection({ deal }: { deal: Deal }) {
  return deal.bookStage === 'closed' ? (
    <FundingOfClosedBook loanId={deal.loan.id} />
  ) : (
    <Card as="section" aria-labelledby="deal-funding" className="px-4.5 py-4 print:hidden">
      <CardTitle id="deal-funding">Funding</CardTitle>
      <CardDescription>
        Once the book is closed, you tell lenders here where to wire, and record their money.
      </CardDescription>
    </Card>
  )
}

function FundingOfClosedBook({ loanId }: { loanId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('getFunding', { params: { id: loanId } }),
    refetchOnMount: 'always',
  })
  if (data) return <FundingParts funding={data} />
  if (error)
    return (
      <ErrorCard
        title="The funding couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return <Skeleton className="h-96 rounded-xl" />
}

function FundingParts({ funding }: { funding: Funding }) {
  useHashArrival('funding', () => {
    const heading = document.getElementById('deal-funding')
    heading?.closest('section')?.scrollIntoView()
    heading?.focus({ preventScroll: true })
    return heading !== null
  })
  const [hasStatement, setHasStatement] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  function closeStatement() {
    setHasStatement(false)
    // The opener is gone once all money has come.
    const target = opener.current ?? document.getElementById('deal-funding')
    target?.focus()
  }
  return (
    <>
      <MoneyCard
        funding={funding}
        opener={opener}
        hasStatement={hasStatement}
        onPropose={() => setHasStatement(true)}
      />
      {hasStatement && (
        <PartBoundary>
          <StatementCard funding={funding} onDone={closeStatement} />
        </PartBoundary>
      )}
      <InstructionsCard funding={funding} />
      <ReceiptsCard funding={funding} />
    </>
  )
}

type OpenDialog = { act: 'recordReceipt' | 'takeOver'; firmId: string | null } | null

interface MoneyCardProps {
  funding: Funding
  opener: RefObject<HTMLButtonElement | null>
  hasStatement: boolean
  onPropose: () => void
}

/** The dues of each lender, with the acts on its money. */
function MoneyCard({ funding, opener, hasStatement, onPropose }: MoneyCardProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { loan, lenders, totals } = funding
  const isFunded = loan.status === 'funded'
  const isComplete = !isAboveZero(totals.outstanding)
  const canRecord = lenders.some(({ can }) => can.includes('recordReceipt'))
  const close = () => setDialog(null)
  const taken = lenders.find(({ firmId }) => firmId === dialog?.firmId)
  return (
    <TableCard as="section" aria-labelledby="deal-funding">
      <CardHeader
        className="pb-4"
        action={
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-1 print:hidden">
            {isComplete && !isFunded && <SetFundedButton loan={loan} />}
            {canRecord && (
              <Button
                ref={opener}
                variant="outline"
                aria-disabled={hasStatement}
                onPointerEnter={StatementCard.preload}
                onFocus={StatementCard.preload}
                onClick={onPropose}
              >
                Propose from Statement…
              </Button>
            )}
            {canRecord && (
              <Button
                variant="outline"
                onPointerEnter={RecordReceiptDialog.preload}
                onClick={() => setDialog({ act: 'recordReceipt', firmId: null })}
              >
                Record Receipt…
              </Button>
            )}
          </div>
        }
      >
        <CardTitle id="deal-funding" tabIndex={-1} className="outline-none">
          Funding
        </CardTitle>
        <CardDescription>
          {describeMoney(funding)}
          {isFunded && ' The loan is fully funded.'}
          {isComplete && !isFunded && ' You can set the loan to Fully Funded.'}
        </CardDescription>
      </CardHeader>
      <Totals funding={funding} />
      <LendersTable funding={funding} onAct={(act, { firmId }) => setDialog({ act, firmId })} />
      {dialog?.act === 'recordReceipt' && (
        <RecordReceiptDialog funding={funding} firmId={dialog.firmId} onClose={close} />
      )}
      {dialog?.act === 'takeOver' && taken && (
        <TakeOverDialog funding={funding} lender={taken} onClose={close} />
      )}
    </TableCard>
  )
}

function Totals({ funding: { totals, lenders } }: { funding: Funding }) {
  const calledBack = lenders.filter(({ callBack }) => callBack !== null).length
  const figures = [
    { name: 'Due from lenders', value: formatCents(totals.due) },
    { name: 'Received', value: formatCents(totals.received) },
    {
      name: 'Missing',
      value: formatCents(totals.outstanding),
      note: totals.lendersOutstanding > 0 ? `from ${countLenders(totals.lendersOutstanding)}` : '',
    },
    {
      name: 'Called back',
      value: `${calledBack} of ${lenders.length}`,
      note: 'to verify instructions',
    },
    {
      name: 'You keep',
      value: formatCents(totals.holdAmount),
      note: formatShare(totals.holdPercentage),
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t px-4.5 py-3 @3xl:grid-cols-5">
      {figures.map(({ name, value, note }) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="font-semibold tracking-tight wrap-anywhere">
            {value}{' '}
            {note && (
              <span className="block text-[0.8125rem] font-normal tracking-normal text-muted-foreground">
                {note}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
