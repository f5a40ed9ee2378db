import type { LegalTexts } from '#contract/settings/shapes.ts'
import { call } from '#web/api/client.ts'
import { useEffect, useState } from 'react'

/** Loads the texts without React Query, because pages for visitors don't load that library. */
export function useLegalTexts() {
  const [texts, setTexts] = useState<LegalTexts | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(1)
  const [answered, setAnswered] = useState(0)
  useEffect(() => {
    let isCurrent = true
    call('getLegalTexts')
      .then((got) => isCurrent && setTexts(got))
      .catch((thrown: Error) => isCurrent && setError(thrown))
      .finally(() => isCurrent && setAnswered(attempt))
    return () => {
      isCurrent = false
    }
  }, [attempt])
  return { texts, error, isAsking: answered < attempt, ask: () => setAttempt(attempt + 1) }
}
