/** The actions on a commitment that the caller may take. */
import { permissionsOnCommitment } from '#domain/book/permissions.ts'
import type { Position } from '#domain/book/commitments.ts'
import { actingRole, holderOf, type Caller } from '#server/sign-in/principal.ts'

export const permissionsOf = (
  caller: Caller,
  holder: { id: string; isEligible: boolean },
  position: Position,
) =>
  permissionsOnCommitment(
    {
      role: actingRole(caller),
      isHolder: caller.principal !== null && holderOf(caller.principal).id === holder.id,
      isHolderEligible: holder.isEligible,
    },
    position,
  )
