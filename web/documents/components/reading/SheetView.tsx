import { sheetLimits } from '#domain/documents/files.ts'
import type { DocumentSheet } from '#contract/documents/shapes.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/display/Tabs.tsx'
import { cx } from '#web/ui/cx.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type ReactNode } from 'react'

/** The query for the first sheet, which also returns the names of all sheets. */
export const firstSheetQuery = (id: string) => endpointQuery('getDocumentSheet', { params: { id } })

interface SheetViewProps {
  documentId: string
  /** The sheet's number, or null for the first sheet. */
  page: number | null
  onPage: (page: number | null) => void
  onLoad: () => void
  renderUnreadable: (reason: string) => ReactNode
}

export function SheetView({ documentId, page, onPage, onLoad, renderUnreadable }: SheetViewProps) {
  const first = useQuery({ ...firstSheetQuery(documentId), retry: false })
  const sheets = first.data?.sheets ?? []
  const name = (page === null ? undefined : sheets[page - 1]) ?? sheets[0]
  const isFirst = name === sheets[0]
  const other = useQuery({
    ...endpointQuery('getDocumentSheet', {
      params: { id: documentId },
      query: { sheet: name ?? '' },
    }),
    enabled: !isFirst,
    retry: false,
  })
  const shown = isFirst ? first : other
  const loaded = useEffectEvent(onLoad)
  const hasLoaded = first.data !== undefined
  useEffect(() => {
    if (hasLoaded) loaded()
  }, [hasLoaded])
  if (!first.data && first.error) {
    const message = errorMessage(first.error, '')
    return renderUnreadable(message)
  }
  return (
    <Tabs
      value={name ?? ''}
      onValueChange={(chosen) => {
        const at = sheets.indexOf(chosen)
        onPage(at > 0 ? at + 1 : null)
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      {sheets.length > 1 && (
        <TabList label="Sheets" className="shrink-0 overflow-x-auto px-2 [--surface:var(--card)]">
          {sheets.map((sheet) => (
            <Tab key={sheet} value={sheet}>
              {sheet}
            </Tab>
          ))}
        </TabList>
      )}
      <TabPanel value={name ?? ''} className="flex min-h-0 flex-1 flex-col pt-0!">
        {shown.data ? (
          <Cells key={name} sheet={shown.data} />
        ) : shown.error ? (
          <div className="p-4">
            <ErrorCard
              title="The sheet couldn't be loaded"
              message={errorMessage(shown.error, shown.error.message)}
              busy={shown.isFetching}
              onRetry={() => void shown.refetch()}
            />
          </div>
        ) : (
          <Spinner className="py-16" />
        )}
      </TabPanel>
    </Tabs>
  )
}

function Cells({ sheet: { sheet, rows, isCut } }: { sheet: DocumentSheet }) {
  const width = Math.max(0, ...rows.map((row) => row.length))
  // Skips rows with a single value, which is usually a title.
  const headAt = rows.slice(0, 10).findIndex((row) => row.filter(Boolean).length > 1)
  if (rows.length === 0)
    return <p className="p-6 text-center text-muted-foreground">This sheet is empty.</p>
  return (
    <>
      {isCut === 'true' && (
        <p className="border-b bg-muted px-4 py-1.5 text-xs text-muted-foreground">
          Only the first {sheetLimits.maxRows.toLocaleString('en-US')} rows and{' '}
          {sheetLimits.maxColumns} columns are shown. Download the file to see the rest.
        </p>
      )}
      <div
        role="region"
        aria-label={`Sheet ${sheet}`}
        // Keyboards can scroll only a focusable element.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto"
      >
        <table className="border-separate border-spacing-0 text-[0.8125rem]">
          <thead className="sticky top-0 z-10">
            <tr>
              <th scope="col" className={cx(edge, 'left-0 z-10')}>
                <span className="sr-only">Row</span>
              </th>
              {Array.from({ length: width }, (_, at) => (
                <th key={at} scope="col" className={edge}>
                  {columnName(at + 1)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((texts, at) => (
              // Rows have no identity but their number.
              // oxlint-disable-next-line react/no-array-index-key
              <Row key={at} texts={texts} number={at + 1} width={width} isHead={at === headAt} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const edge =
  'sticky h-5.5 border-r border-b bg-muted px-2 py-0 text-center text-xs font-normal text-muted-foreground'

interface RowProps {
  texts: readonly string[]
  number: number
  width: number
  isHead: boolean
}

function Row({ texts, number, width, isHead }: RowProps) {
  const Cell = isHead ? 'th' : 'td'
  // A title spans the whole row, as in a spreadsheet when the cells next to it are blank.
  const isTitle = texts.filter(Boolean).length === 1 && texts[0] !== '' && !isFigure(texts[0] ?? '')
  return (
    <tr>
      <th scope="row" className={cx(edge, 'left-0 tabular-nums', isHead ? 'top-5.5 z-6' : 'z-4')}>
        {number}
      </th>
      {Array.from({ length: isTitle ? 1 : width }, (_, at) => {
        const text = texts[at] ?? ''
        return (
          <Cell
            // Cells have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            colSpan={isTitle ? width : undefined}
            {...(isHead && { scope: 'col' })}
            className={cx(
              'max-w-80 border-r border-b px-2 py-1',
              isHead ? 'sticky top-5.5 z-5 bg-muted font-medium' : 'bg-card',
              isFigure(text) ? 'text-right whitespace-nowrap tabular-nums' : 'text-left',
            )}
          >
            {text}
          </Cell>
        )
      })}
    </tr>
  )
}

const isFigure = (text: string) => /^[($−-]*\$?[\d,]*\.?\d+[%x)]*$/.test(text)

const columnName = (count: number): string =>
  count > 26
    ? columnName(Math.floor((count - 1) / 26)) + columnName(((count - 1) % 26) + 1)
    : String.fromCodePoint(64 + count)
