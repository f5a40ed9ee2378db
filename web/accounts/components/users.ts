import type { User } from '#contract/accounts/users.ts'
import type { UserKind, UserOrder } from '#domain/access.ts'
import { paths } from '#web/addresses/paths.ts'
import { endpointPages } from '#web/api/client.ts'

export interface UserFilter {
  search: string
  kind: UserKind | ''
  sort: UserOrder
}

export const userPagesQuery = ({ search, kind, sort }: UserFilter) =>
  endpointPages('listUsers', {
    ...(search && { search }),
    ...(kind && { kind }),
    sort,
    limit: '50',
  })

export const countBinding = (count: number) =>
  `${count.toLocaleString('en-US')} binding ${count === 1 ? 'commitment' : 'commitments'}`

/** Pending Approvals shows what speaks for and against the person. */
export const reviewOf = (userId: string) => `${paths.admin()}?tab=pending&user=${userId}`

export const isPending = ({
  isAdmin,
  isApproved,
  deactivatedAt,
}: Pick<User, 'isAdmin' | 'isApproved' | 'deactivatedAt'>) =>
  isAdmin === 'false' && isApproved === 'false' && deactivatedAt === null
