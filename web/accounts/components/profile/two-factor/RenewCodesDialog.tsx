import { call } from '#web/api/client.ts'
import { refreshSession } from '#web/session.ts'
import { useState } from 'react'
import { StepDialog } from './StepDialog.tsx'
import { useBothFactorsStep } from './use-both-factors-step.tsx'

export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const step = useBothFactorsStep({
    title: 'New recovery codes',
    description: "Your current codes stop working, and you're signed out everywhere else.",
    act: (body) => call('renewRecoveryCodes', { body }),
    submit: { label: 'Continue' },
    failed: 'Failed to create new recovery codes',
    onDone({ recoveryCodes }) {
      setCodes(recoveryCodes)
      void refreshSession()
    },
    onClose,
  })
  return (
    <StepDialog step={step} codes={codes} news="New recovery codes created" onClose={onClose} />
  )
}
