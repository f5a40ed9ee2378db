/** Sends to one recipient after the other. */

/** How far it is with one recipient. */
export type Sending = { is: 'waiting' | 'sending' | 'sent' } | { is: 'failed'; why: string }

export interface SendToEach {
  ids: readonly string[]
  send: (id: string) => Promise<unknown>
  report: (id: string, sending: Sending) => void
  /** Why it failed, and whether the others would fail too, so that they aren't tried. */
  judge: (error: unknown) => { why: string; isForAll: boolean }
}

/** Returns to how many it was sent. A failure leaves the others their turn, unless it is one for all. */
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
