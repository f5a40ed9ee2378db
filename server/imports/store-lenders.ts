import { randomUUID } from 'node:crypto'
import { storeInvitations } from '#server/accounts/invitations.ts'
import type { Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import type { Context } from '#server/http/mount.ts'
import { lockAdministrator } from '#server/sign-in/lock-administrator.ts'
import type { RowOf } from './check-rows.ts'

export async function storeLenders(
  tx: Transaction,
  { config, principal }: Context<'admin'>,
  rows: readonly RowOf<'lenders'>[],
  { isApproved }: { isApproved: boolean },
): Promise<Effects> {
  const { id } = principal.account
  const invited = rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: row.name ?? ([firstName, lastName].filter(Boolean).join(' ') || null),
    id: randomUUID(),
    isApproved: row.isApproved === undefined ? isApproved : row.isApproved === 'true',
  }))
  // Lock immediately, unlike other imports, because open invitations are withdrawn.
  await lockAdministrator(tx, id)
  return storeInvitations(tx, { config, id }, invited)
}
