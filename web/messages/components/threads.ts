import type { Message } from '#contract/messages/shapes.ts'

/** What the administrators and one lender wrote to each other, or the announcements to all. */
export interface Thread {
  /** Null for the announcements. */
  lender: Correspondent | null
  /** Oldest first. */
  messages: Message[]
}

/** Whom an administrator's message is for: one lender, or all of them as an announcement. */
export type Recipient = Correspondent | 'everyone'

export interface Correspondent {
  id: string
  name: string
}

/**
 * An administrator's view of a loan's messages, which come oldest first: one thread a lender. The
 * thread that moved last stands last, so that the newest message of all is at the end.
 */
export function groupByLender(messages: readonly Message[]): Thread[] {
  const threads = new Map<string | null, Thread>()
  for (const message of messages) {
    const lender = correspondent(message)
    const key = lender?.id ?? null
    const thread = threads.get(key) ?? { lender, messages: [] }
    thread.messages.push(message)
    // A map keeps the order of insertion: to move a thread to the end, take it out first.
    threads.delete(key)
    threads.set(key, thread)
  }
  return [...threads.values()]
}

/** The lender with whom a message was exchanged; null for an announcement. */
function correspondent(message: Message): Correspondent | null {
  if (message.isAdmin !== 'true') return { id: message.userId, name: message.userName }
  if (message.recipientId === null) return null
  return { id: message.recipientId, name: message.recipientName ?? 'User' }
}
