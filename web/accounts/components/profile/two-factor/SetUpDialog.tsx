import { call, type AnswerOf } from '#web/api/client.ts'
import { useState } from 'react'
import { StepDialog } from './StepDialog.tsx'
import { useFirstCodeStep } from './use-first-code-step.tsx'
import { usePasswordStep } from './use-password-step.tsx'

export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<AnswerOf<'startTwoFactor'> | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const passwordStep = usePasswordStep({
    title: 'Set up two-factor sign-in',
    description:
      "You need an authenticator app, like the one in your password manager or phone. You'll be signed out everywhere else.",
    act: (body) => call('startTwoFactor', { body }),
    failed: "Two-factor sign-in wasn't set up",
    onDone: setSecret,
    onClose,
  })
  const firstCodeStep = useFirstCodeStep({ secret, onDone: setCodes, onClose })
  const step = secret ? firstCodeStep : passwordStep
  return (
    <StepDialog step={step} codes={codes} news="Two-factor sign-in turned on" onClose={onClose} />
  )
}
