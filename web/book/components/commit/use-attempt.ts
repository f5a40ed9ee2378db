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

/** The attempts of a dialog to commit, and what to say while the outcome of one is unknown. */
export function useAttempt(whose: keyof typeof texts) {
  const { send, doubtAbout } = useAttempts()
  return {
    send,
    doubtAbout: (body: object) => {
      const doubt = doubtAbout(body)
      return {
        /** Whether the body was sent before, and may be part of what is held already. */
        isRepeated: doubt === 'same',
        doubt: doubt && texts[whose][doubt],
      }
    },
  }
}
