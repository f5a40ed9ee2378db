import { call } from '#web/api.ts'
import { useState } from 'react'
import { StepDialog } from './StepDialog.tsx'
import { usePasswordStep } from './use-password-step.tsx'

/** Makes new recovery codes, for when those before are used up or may have been seen. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const step = usePasswordStep({
    title: 'New recovery codes',
    description: 'Those that you have now stop working.',
    act: (body) => call('renewRecoveryCodes', { body }),
    failed: 'No new recovery codes were made',
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onClose,
  })
  return <StepDialog step={step} codes={codes} onClose={onClose} />
}
