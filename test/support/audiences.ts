/** Readers of each kind for a loan, and the setting of its audience. */
import type { Audience } from '#domain/audience/audiences.ts'
import type { Person } from './builders.ts'
import type { Caller } from './caller.ts'
import type { Desk } from './desk.ts'

export async function firmIdOf(desk: Pick<Desk, 'rows'>, { id }: { id: string }): Promise<string> {
  const [row] = await desk.rows<{ firm: string }>(
    'select firm_id::text as firm from users where id = $1',
    [id],
  )
  return row?.firm ?? ''
}

export async function setAudience(
  desk: Desk,
  admin: Person,
  { id }: { id: string },
  audience: Audience,
  admitted: readonly Person[] = [],
) {
  const firms = await Promise.all(admitted.map((person) => firmIdOf(desk, person)))
  return admin.call('setAudience', { params: { id }, body: { audience, firms } })
}

export const readerNames = [
  'visitor',
  'pending',
  'notAdmitted',
  'admitted',
  'holder',
  'administrator',
] as const
export type ReaderName = (typeof readerNames)[number]

export async function makeReaders(desk: Desk): Promise<Record<ReaderName, Caller>> {
  return {
    visitor: desk.visitor(),
    pending: await desk.makePending(),
    notAdmitted: await desk.makeLender(),
    admitted: await desk.makeLender(),
    holder: await desk.makeLender(),
    administrator: await desk.makeAdmin(),
  }
}
