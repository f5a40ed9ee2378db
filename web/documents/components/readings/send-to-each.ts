export type Sending = { is: 'waiting' | 'sending' | 'sent' } | { is: 'failed'; why: string }

export interface SendToEach {
  ids: readonly string[]
  send: (id: string) => Promise<unknown>
  report: (id: string, sending: Sending) => void
  /**
   * Returns the reason for the failure, and whether sending to the other recipients would also fail, so that they must
   * be skipped.
   */
  judge: (error: unknown) => { why: string; isForAll: boolean }
}

/**
 * Sends to one recipient after another and returns the number of messages sent. Continues after a failure unless it
 * would affect all recipients.
 */
export async function sendToEach({ ids, send, report, judge }: SendToEach): Promise<number> {
  let sent = 0
  for (const id of ids) report(id, { is: 'waiting' })
  for (const [index, id] of ids.entries()) {
    report(id, { is: 'sending' })
    try {
      await send(id)
      report(id, { is: 'sent' })
      sent += 1
    } catch (error) {
      const { why, isForAll } = judge(error)
      const failed = isForAll ? ids.slice(index) : [id]
      for (const each of failed) report(each, { is: 'failed', why })
      if (isForAll) break
    }
  }
  return sent
}
