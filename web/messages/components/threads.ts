import type { Message } from '#contract/messages/shapes.ts'

/** The messages between the administrators and the people of one firm, or the announcements. */
export interface Thread {
  lender: Correspondent | null
  /** The own name of the lender's firm, whose people share the thread. */
  firmName: string | null
  messages: Message[]
}

export type Recipient = Correspondent | 'everyone'

export interface Correspondent {
  id: string
  name: string
}

/**
 * Groups messages (oldest first) into one thread for each firm. Its lender is the person who last asked or was addressed.
 * The thread with the newest message comes last so that the newest message is at the end.
 */
export function groupByFirm(messages: readonly Message[]): Thread[] {
  const threads = new Map<string | null, Thread>()
  for (const message of messages) {
    const { firmId: key, firmName } = message
    const lender = correspondent(message)
    const thread = threads.get(key) ?? { lender, firmName, messages: [] }
    thread.lender = lender
    thread.messages.push(message)
    // A Map keeps the order of insertion, so the thread is deleted first to move it to the end.
    threads.delete(key)
    threads.set(key, thread)
  }
  return [...threads.values()]
}

function correspondent(message: Message): Correspondent | null {
  if (message.isAdmin !== 'true') return { id: message.userId, name: message.userName }
  if (message.recipientId === null) return null
  return { id: message.recipientId, name: message.recipientName ?? 'User' }
}
