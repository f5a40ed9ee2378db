import type { ReceiptVerdict } from '#contract/book/receipts.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { useRef, useState } from 'react'

export type Verification = { name: string } & (
  | { state: 'checking' }
  | { state: 'checked'; result: ReceiptVerdict }
  /** The check couldn't be performed. `message` contains the reason. */
  | { state: 'failed'; message: string }
)

/** The maximum number of bytes. It corresponds to the endpoint's limit, which applies after base64 encoding. */
const largest = 150_000

/** Verifies one file at a time. A newer file replaces a pending one. */
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

export async function readBase64(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer())
  let text = ''
  // The bytes are converted in slices, because the number of arguments to a function is limited.
  for (let start = 0; start < bytes.length; start += slice)
    text += String.fromCharCode(...bytes.subarray(start, start + slice))
  return btoa(text)
}

const slice = 0x2000
