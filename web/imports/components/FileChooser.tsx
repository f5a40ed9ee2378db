import { Download } from 'lucide-react'
import {
  importColumns,
  importLimits,
  type ImportKind,
  templateOf,
} from '#domain/imports/columns.ts'
import { saveFile } from '#web/files/save-file.ts'
import { FileButton, FileDrop, megabytes } from '#web/files/FileButton.tsx'
import { importFiles, words } from '#web/imports/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'

interface FileChooserProps {
  kind: ImportKind
  onFile: (file: File) => void
}

export function FileChooser({ kind, onFile }: FileChooserProps) {
  const required = namesOf(kind, true)
  const others = namesOf(kind, false)
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
        <FileDrop rules={importFiles} onFile={onFile}>
          <p className="text-pretty">
            <span className="max-md:hidden">Drop a CSV or XLSX file here, or choose one.</span>
            <span className="md:hidden">A CSV or XLSX file.</span>
            <span className="block text-xs text-muted-foreground">
              At most {megabytes(importFiles)} MB and {importLimits.maxRows.toLocaleString('en-US')}{' '}
              rows. You see what it holds before anything is imported.
            </span>
          </p>
          <FileButton label="Choose File" rules={importFiles} onFile={onFile} />
        </FileDrop>
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
