/** The content of an audit entry; its actor, time and address are added when it is written. */
import type { AuditKind } from './kinds.ts'

/** A person with an account. Names are stored beside ids, because an account may be deleted. */
export interface Named {
  id: string
  firstName: string
  lastName: string
}

export interface NewEntry {
  /** Set where a receipt refers to the entry; otherwise the database makes one. */
  id?: string | undefined
  kind: AuditKind
  /** The person affected: the holder of a commitment, the owner of an account. */
  person?: Named | undefined
  loan?: { id: string; title: string } | undefined
  /** A commitment, document or photo. */
  object?: { id: string; name?: string } | undefined
  /** The state before and after, by field. */
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
}
