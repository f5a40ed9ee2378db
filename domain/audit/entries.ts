/** The content of an audit entry. The actor, time, and IP address are added when the entry is written. */
import type { AuditKind } from './kinds.ts'

/** Entries store names along with ids, because an account can be deleted. */
export interface Named {
  id: string
  firstName: string
  lastName: string
}

export interface NewEntry {
  /** Set only if a receipt refers to the entry, or if it is written once. Otherwise, the database generates it. */
  id?: string | undefined
  kind: AuditKind
  /** The affected person: the lender of a commitment, or the owner of an account. */
  person?: Named | undefined
  loan?: { id: string; title: string } | undefined
  object?: { id: string; name?: string } | undefined
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
}
