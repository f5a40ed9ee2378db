import { useUnsentText } from '#web/forms/unsent.ts'
import type { Recipient } from './threads.ts'

interface UnsentMessage {
  text: string
  recipient: Recipient | null
}

export const blankMessage: UnsentMessage = { text: '', recipient: null }

export const useUnsentMessage = (loanId: string) =>
  useUnsentText(`message on loan ${loanId}`, blankMessage)
