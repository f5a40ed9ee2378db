import { fillLegalText, legalTitles } from '#domain/settings/legal-texts.ts'
import { textLimits } from '#domain/texts.ts'
import { useAction } from '#web/forms/use-action.ts'
import { call } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { LegalText } from '#web/legal/LegalText.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { UnsavedChanges } from '#web/ui/overlays/UnsavedChanges.tsx'
import { useKeptInput } from '#web/forms/kept-input.ts'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import type { LegalVersion } from '#contract/settings/shapes.ts'
import { useDeferredValue, useRef, useState } from 'react'
import type { LegalDialogProps } from './LegalDialog.tsx'

export function EditDialog({ kind, newest, onClose }: LegalDialogProps) {
  // Another administrator can publish a version while the editor is open.
  const [openedOn, setOpenedOn] = useState(newest)
  const opened = openedOn.text
  const [text, setText] = useState(opened)
  /** The newest version that the user knows about. Replacing a later version requires confirmation. */
  const [since, setSince] = useState(newest.version)
  const [asksAgain, setAsksAgain] = useState(false)
  const shown = useDeferredValue(text)
  const area = useRef<HTMLTextAreaElement>(null)
  const hasChanges = text !== opened || asksAgain
  const kept = useKeptInput(`legal text ${kind}`, () =>
    hasChanges ? { text, asksAgain, openedOn } : null,
  )
  const publish = useAction({
    act: () =>
      call('publishLegalText', {
        body: { kind, text, asksAgain: asksAgain ? 'true' : 'false', since },
      }),
    done: () => ({
      title: 'Published',
      description: asksAgain
        ? 'Lenders accept it before they commit again.'
        : 'It is in force from now on.',
    }),
    failed: "The text wasn't published.",
    onDone() {
      kept.finish()
      onClose()
    },
  })
  const { close, question } = useDiscardQuestion(
    () => hasChanges,
    () => {
      kept.finish()
      onClose()
    },
  )
  // Only the built-in version (0) can be published unchanged.
  const isSame = openedOn.version > 0 && text.trim() === opened.trim()
  // A newer version with the same text is ignored, because it was published by an attempt whose response was lost.
  const newer = newest.version !== openedOn.version && newest.text !== text.trim() ? newest : null
  const isOutdated = newer !== null && newer.version !== since
  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={`Edit ${legalTitles[kind]}`}
        description="A line that starts with # is a heading. A blank line ends a paragraph. {company}, {address}, {email} and {phone} show your company's details."
        size="xl"
        busy={publish.isPending}
        footer={
          <>
            <Button variant="outline" disabled={publish.isPending} onClick={close}>
              Cancel
            </Button>
            <Button
              disabled={isSame || text.trim() === '' || isOutdated}
              busy={publish.isPending}
              onClick={() => publish.mutate()}
            >
              Publish
            </Button>
          </>
        }
      >
        {newer && (
          <NewerVersion
            newer={newer}
            isReplaced={!isOutdated}
            onReplace={(replaces) => setSince(replaces ? newer.version : openedOn.version)}
          />
        )}
        {kept.offer && (
          <UnsavedChanges
            at={kept.offer.at}
            onRestore={() => {
              if (!kept.offer) return
              const { input } = kept.offer
              setText(input.text)
              setAsksAgain(input.asksAgain)
              // Replacing a version that was published in the meantime requires confirmation.
              setOpenedOn(input.openedOn)
              setSince(input.openedOn.version)
              kept.answer()
              area.current?.focus()
            }}
            onDiscard={() => {
              kept.answer()
              area.current?.focus()
            }}
          />
        )}
        <div className="grid gap-5 lg:grid-cols-2">
          <div className="grid content-start gap-3">
            <Field
              label="Text"
              hint={isSame && asksAgain && 'Change the text to publish a new version.'}
            >
              <Textarea
                ref={area}
                rows={18}
                value={text}
                maxLength={textLimits.legalText}
                onChange={(event) => setText(event.target.value)}
              />
            </Field>
            <Checkbox
              label="Ask lenders to accept it"
              hint="Approved lenders see it after signing in, and can't commit until they accept."
              checked={asksAgain}
              onChange={(event) => setAsksAgain(event.target.checked)}
            />
          </div>
          <section
            aria-label="Preview"
            // The element can be focused so that the keyboard can scroll it.
            tabIndex={0}
            className="max-h-[28rem] min-w-0 overflow-y-auto rounded-lg border bg-background px-4 pb-6"
          >
            <LegalText text={fillLegalText(shown, company)} level={2} />
          </section>
        </div>
      </Dialog>
    </>
  )
}

interface NewerVersionProps {
  newer: LegalVersion
  isReplaced: boolean
  onReplace: (isReplaced: boolean) => void
}

/** Warns above the editor that a newer version was published, and asks for confirmation before replacing it. */
const NewerVersion = ({ newer, isReplaced, onReplace }: NewerVersionProps) => (
  <div role="alert" className="mb-4 grid gap-2 rounded-lg bg-warning-soft px-3 py-2.5 text-warning">
    <p className="font-semibold">
      {newer.createdByName ?? 'Someone'} published version {newer.version} while you were editing
    </p>
    <p className="text-pretty">
      Your text is kept, and isn't published yet. Add what it lacks, then publish it.
    </p>
    <details>
      <summary className="cursor-pointer py-1">Show version {newer.version}</summary>
      <div
        role="region"
        aria-label={`Version ${newer.version}`}
        // The element can be focused so that the keyboard can scroll it.
        tabIndex={0}
        className="mt-1 max-h-60 overflow-y-auto rounded-lg border bg-background px-3 py-2 wrap-anywhere whitespace-pre-wrap text-foreground"
      >
        {newer.text}
      </div>
    </details>
    <Checkbox
      label={`Replace version ${newer.version}`}
      checked={isReplaced}
      onChange={({ target }) => onReplace(target.checked)}
    />
  </div>
)
