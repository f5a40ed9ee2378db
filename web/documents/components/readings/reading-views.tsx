import { Check, ChevronDown } from 'lucide-react'
import type { Readings } from '#contract/documents/shapes.ts'
import { formatDate, formatTimestamp } from '#web/time/timestamps.ts'
import {
  Dash,
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'

type Holder = Readings['holders'][number]

export interface ReadingViewProps {
  papers: { id: string; name: string }[]
  holders: Holder[]
  widthPx: number
}

const lenderWidthPx = 220
const checkWidthPx = 48
/** The minimum width of document columns that show dates. */
const datedWidthPx = 128

/** Returns true if the table fits without horizontal scrolling. */
export const tableFits = (widthPx: number, documents: number) =>
  widthPx >= 560 && widthPx >= lenderWidthPx + documents * checkWidthPx

/**
 * A table of lenders and documents. A check mark means that the lender opened the document. Screen readers also
 * announce the date.
 */
export function ReadingTable({ papers, holders, widthPx }: ReadingViewProps) {
  const isDated = widthPx >= lenderWidthPx + papers.length * datedWidthPx
  return (
    <Table label="Lenders by Document">
      <TableHead>
        <HeaderCell>Lender</HeaderCell>
        {papers.map(({ id, name }, index) => (
          <HeaderCell key={id} title={name}>
            <span aria-hidden="true" className="block text-center">
              {index + 1}
            </span>
            <span className="sr-only">{name}</span>
          </HeaderCell>
        ))}
      </TableHead>
      <TableBody>
        {holders.map((holder) => (
          <TableRow key={holder.lenderId}>
            <Cell className="font-medium wrap-anywhere">
              <HolderName holder={holder} />
            </Cell>
            {papers.map(({ id }) => (
              <Cell key={id} className="text-center whitespace-nowrap">
                <Opening lastAt={lastAt(holder, id)} isDated={isDated} />
              </Cell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Opening({ lastAt: at, isDated }: { lastAt: string | undefined; isDated: boolean }) {
  if (!at) return <Dash label="Not opened" />
  const text = `Opened ${formatTimestamp(at)}`
  return (
    <span title={text} className="inline-flex items-center gap-1.5 align-middle">
      <Check aria-hidden="true" className="size-4 text-success" />
      {isDated && (
        <span aria-hidden="true" className="text-xs text-muted-foreground">
          {formatDate(at)}
        </span>
      )}
      <span className="sr-only">{text}</span>
    </span>
  )
}

export function ReadingBlocks({ papers, holders }: ReadingViewProps) {
  return (
    <ul role="list" aria-label="Lenders" className="divide-y">
      {holders.map((holder) => (
        <li key={holder.lenderId}>
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4.5 py-2">
              <span className="min-w-0 flex-1 font-medium wrap-anywhere">
                <HolderName holder={holder} />
              </span>
              <span className="text-muted-foreground">
                {holder.opened.length} of {papers.length}
              </span>
              <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
            </summary>
            <ul role="list" className="grid gap-2 px-4.5 pb-3">
              {papers.map(({ id, name }) => {
                const at = lastAt(holder, id)
                return (
                  <li key={id} className="text-[0.8125rem]">
                    <span className="wrap-anywhere">{name}</span>
                    <span className="block text-muted-foreground">
                      {at ? `Opened ${formatTimestamp(at)}` : 'Not opened'}
                    </span>
                  </li>
                )
              })}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

const HolderName = ({ holder: { lenderName, lenderCompanyName } }: { holder: Holder }) => (
  <>
    {lenderName}
    {lenderCompanyName && (
      <span className="block text-xs font-normal text-muted-foreground">{lenderCompanyName}</span>
    )}
  </>
)

const lastAt = ({ opened }: Holder, id: string) =>
  opened.find(({ documentId }) => documentId === id)?.lastAt
