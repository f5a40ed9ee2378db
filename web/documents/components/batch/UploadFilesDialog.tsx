import type { Loan } from '#contract/loans/shapes.ts'
import { maxMegabytes } from '#domain/documents/files.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { BatchRow } from './BatchRow.tsx'
import type { BatchItem } from './batch-item.ts'
import { DropHint } from './DropHint.tsx'
import { realFiles } from './dropped-files.ts'
import { judgeUpload, sendFile } from './send-file.ts'
import { createUploadQueue, mostFiles } from './upload-queue.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useSaveAll } from './use-save-all.ts'

export interface UploadFilesDialogProps {
  loan: Pick<Loan, 'id' | 'title' | 'isDraft'>
  files: readonly File[]
  onClose: () => void
}

export function UploadFilesDialog({ loan, files, onClose }: UploadFilesDialogProps) {
  const [queue] = useState(() =>
    createUploadQueue({ loanTitle: loan.title, send: sendFile, judge: judgeUpload }),
  )
  const { items, isPaused, leftOut } = useSyncExternalStore(queue.subscribe, queue.read)
  const add = (more: readonly File[]) => queue.add(more)
  useEffect(() => {
    queue.pause(false)
    // The effect runs twice in development, because of StrictMode. The files must not be added twice.
    if (queue.read().items.length === 0) queue.add(files)
    return () => queue.close()
  }, [queue, files])
  const { saveAll, isSaving } = useSaveAll(loan.id, queue, onClose)
  const isOver = useFileDrop({ isOn: !isSaving, onFiles: add })
  const good = items.filter(({ state }) => state.is !== 'refused')
  const uploaded = good.filter(({ state }) => state.is === 'uploaded')
  const { close, question } = useDiscardQuestion(() => good.length > 0, onClose, {
    title: 'Discard these uploads?',
    text: "These files aren't saved. You'll lose the uploads and what you entered.",
  })
  const isReady =
    uploaded.length > 0 &&
    uploaded.length === good.length &&
    good.every(({ name }) => name.trim() !== '')

  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title="Upload Files"
        description={loan.title}
        size="l"
        busy={isSaving}
        footer={
          <>
            <p className="mr-auto self-center text-muted-foreground max-md:min-w-full">
              {loan.isDraft
                ? 'Nobody is notified: this is a draft.'
                : 'Lenders get one notice of all documents.'}
            </p>
            <Button variant="outline" disabled={isSaving} onClick={close}>
              Cancel
            </Button>
            <Button disabled={!isReady} busy={isSaving} onClick={saveAll}>
              Save All
            </Button>
          </>
        }
      >
        <Chooser disabled={isSaving} onFiles={add} />
        {leftOut > 0 && (
          <p role="alert" className="mt-3 font-medium text-destructive">
            {leftOut} more {leftOut === 1 ? 'file was' : 'files were'} left out: at most {mostFiles}{' '}
            at once.
          </p>
        )}
        {good.length > 0 && (
          <div className="mt-4 flex items-center gap-3">
            <Progress items={good} />
            {uploaded.length < good.length && (
              <Button size="s" variant="outline" onClick={() => queue.pause(!isPaused)}>
                {isPaused ? 'Resume' : 'Pause'}
              </Button>
            )}
          </div>
        )}
        <ul role="list" aria-label="Files" className="mt-2 divide-y">
          {items.map((item) => (
            <BatchRow key={item.key} item={item} queue={queue} disabled={isSaving} />
          ))}
        </ul>
      </Dialog>
      {isOver && <DropHint title={loan.title} />}
    </>
  )
}

interface ChooserProps {
  disabled: boolean
  onFiles: (files: File[]) => void
}

function Chooser({ disabled, onFiles }: ChooserProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-muted-foreground px-4 py-5 text-center">
      <p className="text-pretty">
        Drop files or a folder anywhere on this page, or choose them.
        <span className="block text-xs text-muted-foreground">
          PDF, Word, Excel and pictures, at most {maxMegabytes('document')} MB each; photos at most{' '}
          {maxMegabytes('photo')} MB
        </span>
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <FileButton label="Choose Files" disabled={disabled} onFiles={onFiles} />
        <FileButton label="Choose Folder" isFolder disabled={disabled} onFiles={onFiles} />
      </div>
    </div>
  )
}

interface FileButtonProps extends ChooserProps {
  label: string
  isFolder?: boolean
}

function FileButton({ label, isFolder = false, disabled, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        // React's types lack this attribute, but React passes it through. All supported browsers use the prefixed name.
        {...(isFolder && { webkitdirectory: '' })}
        aria-label={label}
        onChange={({ target }) => {
          onFiles(realFiles(target.files ?? []))
          // The input is reset so that selecting the same files again triggers a change event.
          target.value = ''
        }}
      />
      <Button variant="outline" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

function Progress({ items }: { items: readonly BatchItem[] }) {
  const total = items.reduce((sum, { file }) => sum + file.size, 0)
  const sent = items.reduce((sum, { file, state }) => sum + file.size * partOf(state), 0)
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100)
  const done = items.filter(({ state }) => state.is === 'uploaded').length
  return (
    <div className="grid min-w-0 flex-1 gap-1.5">
      <p role="status">
        {done} of {items.length} uploaded
      </p>
      <div
        role="progressbar"
        aria-label="Upload progress"
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-muted"
      >
        <div className="h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}

const partOf = (state: BatchItem['state']) =>
  state.is === 'uploaded' ? 1 : state.is === 'sending' ? state.part : 0
