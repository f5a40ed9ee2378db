import { Download } from 'lucide-react'
import {
  importColumns,
  importLimits,
  type ImportKind,
  templateOf,
} from '#domain/imports/columns.ts'
import { saveFile } from '#web/files/save-file.ts'
import { words } from '#web/imports/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { useState, type DragEvent } from 'react'
import { FileButton, maxMegabytes, takeFile } from './FileButton.tsx'

interface FileChooserProps {
  kind: ImportKind
  onFile: (file: File) => void
}

export function FileChooser({ kind, onFile }: FileChooserProps) {
  const [isOver, setOver] = useState(false)
  const required = namesOf(kind, true)
  const others = namesOf(kind, false)
  const over = (event: DragEvent, next: boolean) => {
    event.preventDefault()
    setOver(next)
  }
  return (
    <Card as="section">
      <CardHeader
        action={
          <Button
            variant="outline"
            onClick={() =>
              saveFile(
                `${words[kind].title} to Import.csv`,
                new Blob([templateOf(kind)], { type: 'text/csv' }),
              )
            }
          >
            <Download aria-hidden="true" />
            Download Template
          </Button>
        }
      >
        <CardTitle>Choose a file of {kind}</CardTitle>
        <CardDescription className="max-w-prose text-pretty">{words[kind].text}</CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4">
        <div
          onDragOver={(event) => over(event, true)}
          onDragLeave={(event) => over(event, false)}
          onDrop={(event) => {
            over(event, false)
            takeFile(event.dataTransfer.files, onFile)
          }}
          className={cx(
            'grid justify-items-center gap-3 rounded-lg border border-dashed border-muted-foreground px-4 py-8 text-center',
            isOver && 'bg-muted',
          )}
        >
          <p className="text-pretty">
            Drop a CSV or XLSX file here, or choose one.
            <span className="block text-xs text-muted-foreground">
              At most {maxMegabytes} MB and {importLimits.maxRows.toLocaleString('en-US')} rows. You
              see what it holds before anything is imported.
            </span>
          </p>
          <FileButton label="Choose File" onFile={onFile} />
        </div>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          <dt className="font-medium">Required</dt>
          <dd className="text-muted-foreground">{required}</dd>
          <dt className="font-medium max-sm:mt-2">Optional</dt>
          <dd className="text-muted-foreground">{others}</dd>
        </dl>
      </CardContent>
    </Card>
  )
}

const namesOf = (kind: ImportKind, isRequired: boolean) =>
  importColumns[kind]
    .filter(({ role, ...column }) => !role && Boolean(column.isRequired) === isRequired)
    .map(({ name }) => name)
    .join(', ')
