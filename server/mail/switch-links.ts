/**
 * Unsubscribe links. Each link turns off one type of email without a sign-in. A link is signed with the installation's
 * key instead of being stored, and doesn't expire.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { endpoints } from '#contract/endpoints.ts'
import { isOptionalKind, type OptionalKind } from '#domain/notifications/mail-kinds.ts'

/** `daily` is the digest. Its link turns off every type of email that the digest can contain. */
export type SwitchedKind = OptionalKind | 'daily'

export interface MailSwitch {
  userId: string
  kind: SwitchedKind
}

const sign = (key: string, text: string) =>
  createHmac('sha256', key).update(`mail-switch ${text}`).digest('base64url')

export function switchUrl(
  key: string,
  { publicUrl }: { publicUrl: string },
  { userId, kind }: MailSwitch,
): string {
  const text = `${userId}.${kind}`
  return `${publicUrl}${endpoints.getMailSwitch.path}?key=${text}.${sign(key, text)}`
}

/** Returns null if the signature isn't valid. */
export function readSwitch(key: string, signed: string): MailSwitch | null {
  const [userId = '', kind = '', signature = ''] = signed.split('.')
  const [given, right] = [signature, sign(key, `${userId}.${kind}`)].map((text) =>
    Buffer.from(text),
  )
  if (!given || !right || given.length !== right.length || !timingSafeEqual(given, right))
    return null
  if (signed !== `${userId}.${kind}.${signature}`) return null
  return kind === 'daily' || isOptionalKind(kind) ? { userId, kind } : null
}
