import type { UploadKind } from '#domain/documents/files.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DiscardChanges } from '#web/ui/DiscardChanges.tsx'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Uploader, type ChosenFile } from './Uploader.tsx'

export type UploadDialogProps = {
  kind: UploadKind
  title: string
  description: string
  saveLabel: string
  /** Something in the form was typed or chosen. */
  isDirty: boolean
  isUploaded: boolean
  isSaving: boolean
  onFile: (file: ChosenFile | null) => void
  onSave: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  /** The metadata fields. */
  children: ReactNode
}

/** Uploads one file, then saves its form; asks before unsaved work is discarded. */
export function UploadDialog({
  kind,
  title,
  description,
  saveLabel,
  isDirty,
  isUploaded,
  isSaving,
  onFile,
  onSave,
  onClose,
  children,
}: UploadDialogProps) {
  const [hasFile, setHasFile] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const close = () => (hasFile || isDirty ? setAsking(true) : onClose())
  return (
    <>
      <DiscardChanges
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard this upload?"
        text={`The ${kind} has not been saved. What you uploaded and typed will be lost.`}
        onDiscard={onClose}
      />
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={title}
        description={description}
        size="l"
        busy={isSaving}
        onSubmit={(event) => {
          // React events bubble through a portal to the page's own forms.
          event.stopPropagation()
          onSave(event)
        }}
        footer={
          <>
            <Button variant="outline" disabled={isSaving} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isUploaded || isSaving}>
              {isSaving ? 'Saving...' : saveLabel}
            </Button>
          </>
        }
      >
        <div className="grid gap-5 md:grid-cols-2">
          <Uploader
            kind={kind}
            onFile={(file) => {
              setHasFile(file !== null)
              onFile(file)
            }}
          />
          {/* Not disabled while saving: a refused field could not take the focus. */}
          <fieldset className="grid min-w-0 content-start gap-4">
            <legend className="sr-only">About the {kind}</legend>
            {children}
          </fieldset>
        </div>
      </Dialog>
    </>
  )
}
