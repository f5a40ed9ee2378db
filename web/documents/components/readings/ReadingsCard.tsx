import type { Readings } from '#contract/documents/shapes.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { TableCard } from '#web/ui/display/Table.tsx'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import { useWidth } from '#web/ui/use-width.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeOpenings } from './describe-openings.ts'
import { ReadingBlocks, ReadingTable, tableFits } from './reading-views.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { RemindDialogProps } from './RemindDialog.tsx'

const RemindDialog = onDemand(() => import('./RemindDialog.tsx').then((part) => part.RemindDialog))

/** Shows which lenders opened which documents. Renders nothing if the loan has no documents or no lenders. */
export function ReadingsCard({ loan }: { loan: { id: string; title: string } }) {
  const readings = useQuery({
    ...endpointQuery('getReadings', { params: { id: loan.id } }),
    refetchOnMount: 'always',
  })
  if (readings.data) {
    const { documents, holders } = readings.data
    if (documents.length === 0 || holders.length === 0) return null
    return <Filled loan={loan} readings={readings.data} />
  }
  if (!readings.error) return null
  return (
    <ErrorCard
      title="The documents read couldn't be loaded"
      message={errorMessage(readings.error, readings.error.message)}
      onRetry={() => void readings.refetch()}
    />
  )
}

interface FilledProps {
  loan: { id: string; title: string }
  readings: Readings
}

function Filled({ loan, readings: { documents, holders, holdersCount } }: FilledProps) {
  const heading = useArrival()
  const [widthOf, width] = useWidth()
  // The recipients don't change once the dialog is open.
  const [reminder, setReminder] = useState<Omit<RemindDialogProps, 'onClose'> | null>(null)
  const papers = documents.map((document) => ({
    ...document,
    name: nameBesideLoan(document.filename, loan.title),
    // Lenders who can't receive messages are excluded.
    missing: holders.filter(
      ({ isReachable, opened }) =>
        isReachable === 'true' && !opened.some(({ documentId }) => documentId === document.id),
    ),
  }))
  const View = tableFits(width, documents.length) ? ReadingTable : ReadingBlocks
  return (
    <TableCard as="section" aria-labelledby="documents-read" className="print:hidden">
      <CardHeader className="pb-4">
        <CardTitle
          id="documents-read"
          ref={heading}
          tabIndex={-1}
          className="scroll-mt-18 outline-none"
        >
          Documents Read
        </CardTitle>
        <CardDescription>
          Who opened or downloaded what, from the audit trail.
          {holders.length < holdersCount &&
            ` By name: the ${holders.length} largest of ${holdersCount} holders.`}
        </CardDescription>
      </CardHeader>
      <ol className="divide-y border-t" aria-label="Documents">
        {papers.map(({ id, name, openedBy, missing }, index) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4.5 py-2">
            <span aria-hidden="true" className="w-5 text-muted-foreground">
              {index + 1}
            </span>
            <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:justify-between sm:gap-3">
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="text-[0.8125rem] text-muted-foreground">
                {describeOpenings(openedBy, holdersCount)}
              </p>
            </div>
            {missing.length > 0 && (
              <Button
                variant="outline"
                size="s"
                aria-label={`Remind ${missing.length} who ${missing.length === 1 ? "hasn't" : "haven't"} opened ${name}`}
                onClick={() => setReminder({ loanId: loan.id, name, recipients: missing })}
              >
                Remind {missing.length}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <div ref={widthOf} className="border-t">
        <View papers={papers} holders={holders} widthPx={width} />
      </div>
      {reminder && <RemindDialog {...reminder} onClose={() => setReminder(null)} />}
    </TableCard>
  )
}

/** Scrolls to the card if the URL has the fragment `#documents-read`. */
function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useHashArrival('documents-read', () => {
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
    return true
  })
  return heading
}
