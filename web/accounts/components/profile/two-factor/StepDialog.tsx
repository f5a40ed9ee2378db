import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog, type DialogProps } from '#web/ui/overlays/Dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useState } from 'react'
import { RecoveryCodes } from './RecoveryCodes.tsx'

export interface StepDialogProps {
  step: Step
  codes: string[] | null
  /** The toast's message. The toast appears only after the dialog closes, because it could cover the recovery codes. */
  news: string
  onClose: () => void
}

/**
 * Runs the steps and then shows the recovery codes. Asks for confirmation if the user closes the dialog before copying
 * or downloading the codes.
 */
export function StepDialog({ step, codes, news, onClose }: StepDialogProps) {
  const [isTaken, setTaken] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  function leave() {
    onClose()
    if (codes) toast({ title: news, description: "You're signed out everywhere else." })
  }
  const close = () => (codes && !isTaken ? setLeaving(true) : leave())
  return (
    <>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title="Close without the recovery codes?"
        text="You haven't copied or downloaded them, and we won't show them again. You can create new ones on your profile."
        confirmLabel="Close"
        cancelLabel="Back to the Codes"
        destructive
        onConfirm={leave}
      />
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        {...(codes ? shown(codes, { onTaken: () => setTaken(true), onClose: leave }) : step)}
      />
    </>
  )
}

const shown = (codes: string[], act: { onTaken: () => void; onClose: () => void }): Step => ({
  title: 'Your recovery codes',
  description: "We won't show them again.",
  children: <RecoveryCodes codes={codes} onTaken={act.onTaken} />,
  footer: <Button onClick={act.onClose}>I've Saved Them</Button>,
})

export type Step = Omit<DialogProps, 'open' | 'onOpenChange'>
