import { useAttempts } from '#web/forms/attempts.ts'

const texts = {
  own: {
    same: "We couldn't confirm that your commitment was recorded. Try again; it can't be recorded twice.",
    another:
      'Your last attempt may have gone through. Check your position before committing again.',
  },
  onBehalf: {
    same: "We couldn't confirm that the commitment was recorded. Try again; it can't be recorded twice.",
    another:
      "Your last attempt may have gone through. Check the lender's position before recording another one.",
  },
}

/**
 * Sends a commitment dialog's requests idempotently, and shows a warning if the outcome of an earlier request is
 * unknown.
 */
export function useAttempt(whose: keyof typeof texts) {
  const { send, doubtAbout } = useAttempts()
  return {
    send,
    doubtAbout: (body: object) => {
      const doubt = doubtAbout(body)
      return {
        /** The same request was sent before, so the lender's commitments might already include its result. */
        isRepeated: doubt === 'same',
        doubt: doubt && texts[whose][doubt],
      }
    },
  }
}
