import type { Imported, ImportPreview } from '#contract/imports/shapes.ts'
import type { ImportKind } from '#domain/imports/columns.ts'
import { useAttempts } from '#web/forms/attempts.ts'
import { useAction } from '#web/forms/use-action.ts'
import { ApiError } from '#web/api/client.ts'
import { FileChangedError } from '#web/api/not-sent.ts'
import { partsChanged, refetchChanged } from '#web/live/refetch.ts'
import { FileButton } from '#web/files/FileButton.tsx'
import { sendFile } from '#web/files/send-file.ts'
import { countRows, describeDone, importFiles, words } from '#web/imports/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  choicesOf,
  keepChoices,
  proposedChoices,
  type ColumnChoice,
  type ImportChoices,
  type TableSource,
} from './column-choices.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { Findings, Notes } from './Findings.tsx'
import { FirstRows } from './FirstRows.tsx'
import { KnownRows } from './KnownRows.tsx'
import { describeImportError, reasonOf } from './import-errors.ts'
import { MatchingProfiles } from './MatchingProfiles.tsx'
import { SaveProfile } from './SaveProfile.tsx'
import { SendingBar } from './SendingBar.tsx'
import { TablePlace } from './TablePlace.tsx'

interface ImportReviewProps {
  kind: ImportKind
  file: File
  /**
   * The number of times that a file was selected. It is part of the query key so that selecting the same file again
   * reads it again.
   */
  turn: number
  choices: ImportChoices
  onChoose: (choices: ImportChoices) => void
  onFile: (file: File) => void
  onDone: (done: Imported) => void
}

export function ImportReview({
  kind,
  file,
  turn,
  choices,
  onChoose,
  onFile,
  onDone,
}: ImportReviewProps) {
  const client = useQueryClient()
  /** The field and the unit for each column. If null, the server assigns fields by header. */
  const [chosen, setChosen] = useState<ColumnChoice[] | null>(null)
  const [skipKnown, setSkipKnown] = useState(false)
  const [isApproved, setApproved] = useState(false)
  const [sent, setSent] = useState(0)
  // A toast reports the outcome if the user has left the page.
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  const reading = {
    ...readingOf(choices.source, chosen),
    skipKnown: skipKnown ? ('true' as const) : ('false' as const),
  }
  const preview = useQuery({
    queryKey: ['import', kind, file.name, file.size, file.lastModified, turn, reading],
    queryFn: ({ signal }) =>
      sendFile('previewImport', { file, query: { kind, ...reading }, signal, onSent: setSent }),
    placeholderData: keepPreviousData,
    // The preview isn't cached, because existing loans and lenders can change before the next preview.
    gcTime: 0,
  })
  const loanQuery = { ...reading, filename: file.name.slice(0, 200) }
  const lenderQuery = { ...loanQuery, isApproved: isApproved ? 'true' : 'false' } as const
  const attempts = useAttempts()
  // The file isn't part of the key, because selecting a file mounts this component again.
  const attempt = kind === 'loans' ? loanQuery : lenderQuery
  const importing = useAction({
    async act() {
      setSent(0)
      const sending = attempts.send(attempt, (headers) =>
        kind === 'loans'
          ? sendFile('importLoans', { file, query: loanQuery, headers, onSent: setSent })
          : sendFile('importLenders', { file, query: lenderQuery, headers, onSent: setSent }),
      )
      const done = await sending.catch((error: unknown) => {
        // Another administrator or this attempt could have imported some rows by now.
        void preview.refetch()
        throw error
      })
      const name = kind === 'loans' ? 'importLoans' : 'importLenders'
      void refetchChanged(client, partsChanged({ name, input: {} }))
      return done
    },
    onDone: (done) => (isShown.current ? onDone(done) : toast(describeDone(kind, done))),
    failed: 'Nothing was imported',
    failedTitle: 'Import failed',
    sayOf: describeImportError,
  })

  const found = preview.data
  // A corrected file can lack the sheet or the row that was chosen before.
  const isSourceRefused =
    preview.error instanceof ApiError && !found && Object.keys(choices.source).length > 0
  useEffect(() => {
    if (isSourceRefused) onChoose({ ...choices, source: {} })
  }, [isSourceRefused, choices, onChoose])
  const isCurrent = found && !preview.isPlaceholderData
  const kept = isCurrent && chosen === null ? keepChoices(found.columns, choices.columns) : null
  if (kept) setChosen(kept)
  // A file that has changed on disk can't be read again, and earlier findings no longer apply.
  if (preview.isError && (!found || preview.error instanceof FileChangedError))
    return (
      <Card as="section">
        <ErrorCard
          className="border-0"
          title={`${file.name} couldn't be read`}
          message={reasonOf(preview.error)}
        />
        <CardContent className="flex justify-center pt-0">
          {/* Moves focus after an attempt to import, because the focused Import button is removed. */}
          <FileButton
            label="Choose Another File"
            rules={importFiles}
            autoFocus={!importing.isIdle}
            onFile={onFile}
          />
        </CardContent>
      </Card>
    )
  if (!found)
    return (
      <Card as="section">
        <CardHeader>
          <CardTitle>{file.name}</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-3">
          <SendingBar sent={sent} text="Reading the file..." />
          <Skeleton className="h-40" />
        </CardContent>
      </Card>
    )
  const columns = chosen ?? proposedChoices(found.columns)
  const canImport = isReady(found) && !preview.isPlaceholderData && !preview.isError
  return (
    <Card as="section" aria-busy={preview.isFetching}>
      <CardHeader
        action={
          <FileButton
            label="Choose Another File"
            rules={importFiles}
            variant="outline"
            disabled={importing.isPending}
            onFile={onFile}
          />
        }
      >
        <CardTitle className="break-words">{file.name}</CardTitle>
        <CardDescription>{describeTable(found)}</CardDescription>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5">
        {preview.isError && (
          <ErrorCard
            title="These columns couldn't be checked"
            message={reasonOf(preview.error)}
            onRetry={() => void preview.refetch()}
          />
        )}
        <MatchingProfiles
          found={found}
          choices={choices}
          chosen={columns}
          disabled={importing.isPending}
          onChoose={(next, nextChosen) => {
            setChosen(nextChosen)
            onChoose(next)
          }}
        />
        <TablePlace
          found={found}
          source={choices.source}
          disabled={importing.isPending}
          onChange={(source) => {
            // A different sheet or header row has different columns. Skipping hidden rows doesn't change the columns.
            if (source.skipHidden === choices.source.skipHidden) setChosen(null)
            onChoose({ ...choices, source })
          }}
        />
        <Findings kind={kind} found={found} />
        {found.known > 0 && (
          <div>
            <Checkbox
              label={words[kind].skip(found.known)}
              checked={skipKnown}
              disabled={importing.isPending}
              onChange={({ target }) => setSkipKnown(target.checked)}
            />
            <KnownRows found={found} />
          </div>
        )}
        {kind === 'lenders' && (
          <Checkbox
            label="Approve in advance"
            hint="Where the file doesn't say. They can commit as soon as they have registered."
            checked={isApproved}
            disabled={importing.isPending}
            onChange={({ target }) => setApproved(target.checked)}
          />
        )}
        {found.notes > 0 && <Notes found={found} />}
        <ColumnTable
          // Another sheet or header row has other columns.
          key={`${found.sheet} ${found.headerRow}`}
          kind={kind}
          columns={found.columns}
          lacksFields={found.missing.length > 0}
          chosen={columns}
          disabled={importing.isPending}
          onChoose={(next) => {
            setChosen(next)
            onChoose({ ...choices, columns: choicesOf(found.columns, next) })
          }}
        >
          {found.first.length > 0 && <FirstRows kind={kind} found={found} />}
        </ColumnTable>
        {isSettled(found) && (
          <SaveProfile
            kind={kind}
            found={found}
            choices={choices}
            chosen={columns}
            disabled={importing.isPending || preview.isPlaceholderData}
            onSaved={({ id }) => {
              onChoose({ ...choices, profile: { id, before: null } })
              void preview.refetch()
            }}
          />
        )}
        {importing.isPending && (
          <SendingBar sent={sent} text={words[kind].isActing(found.importable)} />
        )}
        <div
          data-keep-clear=""
          className="sticky bottom-0 z-20 -mx-4.5 -mb-4 flex items-center justify-between gap-3 rounded-b-xl border-t bg-card px-4.5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
        >
          <p className="min-w-0 text-pretty text-muted-foreground max-sm:text-xs">
            {words[kind].effect}
          </p>
          {/* The button isn't `disabled`, because a disabled button would lose focus if the preview after a failed
              import finds errors. */}
          <Button
            aria-disabled={!canImport && attempts.doubtAbout(attempt) !== 'same'}
            busy={importing.isPending}
            onClick={() => importing.mutate()}
          >
            {words[kind].act(canImport ? found.importable : 0)}
          </Button>
        </div>
      </CardContent>
    </Card>
  )
}

const isReady = ({ missing, errors, importable }: ImportPreview) =>
  missing.length === 0 && errors === 0 && importable > 0

const isSettled = ({ missing, columns }: ImportPreview) =>
  missing.length === 0 && columns.every(({ question }) => question === null)

const readingOf = (
  { sheet, headerRow, skipHidden }: TableSource,
  chosen: readonly ColumnChoice[] | null,
) => ({
  ...(sheet !== undefined && { sheet }),
  ...(headerRow !== undefined && { headerRow: String(headerRow) }),
  ...(skipHidden && { skipHidden: 'true' as const }),
  ...(chosen && {
    columns: chosen.map(({ field }) => field ?? '').join(','),
    units: chosen.map(({ unit }) => unit ?? '').join(','),
  }),
})

/** Returns text such as "Sheet Loans, 24 rows below row 3". */
function describeTable({ sheet, headerRow, rows }: ImportPreview): string {
  const place = `${countRows(rows)}${headerRow > 1 ? ` below row ${headerRow}` : ''}`
  return sheet === null ? place : `Sheet ${sheet}, ${place}`
}
