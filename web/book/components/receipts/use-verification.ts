import type { ReceiptVerdict } from '#contract/book/receipts.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { useRef, useState } from 'react'
import { readBase64 } from './read-base64.ts'

/** What is known of the file that was given last. */
export type Verification = { name: string } & (
  | { state: 'checking' }
  | { state: 'checked'; result: ReceiptVerdict }
  /** Nobody checked it: `message` says why. */
  | { state: 'failed'; message: string }
)

/** In bytes: the most that the call takes as base64. */
const largest = 150_000

/** Asks the server about one file at a time; a later file replaces an earlier one. */
export function useVerification() {
  const [verification, setVerification] = useState<Verification | null>(null)
  const latest = useRef(0)

  async function verify(name: string, content: Blob) {
    latest.current += 1
    const own = latest.current
    setVerification({ name, state: 'checking' })
    const found = await check(content)
    if (own === latest.current) setVerification({ name, ...found })
  }
  return { verification, verify: (name: string, content: Blob) => void verify(name, content) }
}

async function check(content: Blob) {
  if (content.size > largest) {
    const message = 'This file is too large to be a receipt. Choose the PDF or JSON you received.'
    return { state: 'failed', message } as const
  }
  try {
    const file = await readBase64(content)
    const { result } = await call('verifyReceipt', { body: { file } })
    return { state: 'checked', result } as const
  } catch (error) {
    const message = errorMessage(error, "The receipt couldn't be checked. Try again.")
    return { state: 'failed', message } as const
  }
}
