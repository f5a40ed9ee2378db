import type { ImportKind } from '#domain/imports/columns.ts'
import type { Imported } from '#contract/imports/shapes.ts'
import { describeDone } from '#web/imports/words.ts'
import { paths } from '#web/addresses/paths.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useRef, useState, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { noImportChoices } from './column-choices.ts'
import { FileChooser } from './FileChooser.tsx'
import { Profiles } from './Profiles.tsx'

const ImportReview = onDemand(() => import('./ImportReview.tsx').then((part) => part.ImportReview))

export function Import({ kind }: { kind: ImportKind }) {
  const [file, setFile] = useState<File | null>(null)
  // The chosen sheet, rows, and columns are kept when the user selects a corrected file.
  const [choices, setChoices] = useState(noImportChoices)
  const [done, setDone] = useState<Imported | null>(null)
  const [timesChosen, setTimesChosen] = useState(0)
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => ImportReview.preload(), [])

  function choose(next: File | null) {
    flushSync(() => {
      setDone(null)
      setFile(next)
      setTimesChosen((times) => times + 1)
      if (next === null) setChoices(noImportChoices)
    })
    // The focused button is removed, so focus moves to the container of the step, which remains.
    step.current?.focus({ preventScroll: true })
  }

  return (
    <div
      ref={step}
      role="group"
      aria-label={file ? `Import of ${file.name}` : 'File to import'}
      tabIndex={-1}
      className="outline-none"
    >
      {done ? (
        <ImportDone kind={kind} done={done} onAgain={() => choose(null)} />
      ) : file === null ? (
        <div className="grid grid-cols-1 gap-4">
          <FileChooser kind={kind} onFile={choose} />
          <PartBoundary>
            <Profiles kind={kind} />
          </PartBoundary>
        </div>
      ) : (
        <ImportReview
          // The key starts a new review each time a file is selected, even the same file.
          key={timesChosen}
          turn={timesChosen}
          kind={kind}
          file={file}
          choices={choices}
          onChoose={setChoices}
          onFile={choose}
          onDone={setDone}
        />
      )}
    </div>
  )
}

interface ImportDoneProps {
  kind: ImportKind
  done: Imported
  onAgain: () => void
}

function ImportDone({ kind, done, onAgain }: ImportDoneProps) {
  const said = useRef<HTMLDivElement>(null)
  // The focused button was removed, so focus must move elsewhere.
  useEffect(() => said.current?.focus(), [])
  const { title, description } = describeDone(kind, done)
  return (
    <Card as="section">
      <div ref={said} tabIndex={-1} className="outline-none">
        <EmptyState
          kind="done"
          title={title}
          text={description}
          action={
            <>
              {kind === 'loans' ? (
                <ButtonLink href={`${paths.admin()}?drafts=true`}>Show Drafts</ButtonLink>
              ) : (
                <ButtonLink href={`${paths.admin()}?tab=users`}>Show Invitations</ButtonLink>
              )}
              <Button variant="outline" onClick={onAgain}>
                Import Another File
              </Button>
            </>
          }
        />
      </div>
    </Card>
  )
}
