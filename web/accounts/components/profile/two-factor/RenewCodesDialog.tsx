import { call } from '#web/api/client.ts'
import { refreshSession } from '#web/session.ts'
import { useState } from 'react'
import { StepDialog } from './StepDialog.tsx'
import { useBothFactorsStep } from './use-both-factors-step.tsx'

/** Replaces the recovery codes, for when they are used up or may have been seen. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const step = useBothFactorsStep({
    title: 'New recovery codes',
    description: 'Those that you have now stop working, and you are signed out everywhere else.',
    act: (body) => call('renewRecoveryCodes', { body }),
    submit: { label: 'Continue' },
    failed: 'No new recovery codes were made',
    onDone({ recoveryCodes }) {
      setCodes(recoveryCodes)
      void refreshSession()
    },
    onClose,
  })
  return <StepDialog step={step} codes={codes} news="New recovery codes made" onClose={onClose} />
}
