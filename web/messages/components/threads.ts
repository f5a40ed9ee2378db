import type { Message } from '#contract/messages/shapes.ts'

/** The messages between administrators and one lender, or the announcements. */
export interface Thread {
  /** Null for the announcements. */
  lender: Correspondent | null
  /** Oldest first. */
  messages: Message[]
}

/** The recipient of an administrator's message: one lender, or everyone for an announcement. */
export type Recipient = Correspondent | 'everyone'

export interface Correspondent {
  id: string
  name: string
}

/**
 * An administrator's view of a loan's messages, which arrive oldest first: one thread per lender. The
 * thread with the newest message comes last, so that the newest message of all is at the end.
 */
export function groupByLender(messages: readonly Message[]): Thread[] {
  const threads = new Map<string | null, Thread>()
  for (const message of messages) {
    const lender = correspondent(message)
    const key = lender?.id ?? null
    const thread = threads.get(key) ?? { lender, messages: [] }
    thread.messages.push(message)
    // A Map keeps insertion order: to move a thread to the end, delete it first.
    threads.delete(key)
    threads.set(key, thread)
  }
  return [...threads.values()]
}

/** The lender who sent or received a message; null for an announcement. */
function correspondent(message: Message): Correspondent | null {
  if (message.isAdmin !== 'true') return { id: message.userId, name: message.userName }
  if (message.recipientId === null) return null
  return { id: message.recipientId, name: message.recipientName ?? 'User' }
}
