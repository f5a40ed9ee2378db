import type { User } from '#contract/accounts/users.ts'
import type { UserKind } from '#domain/access.ts'
import { endpointPages } from '#web/api/client.ts'

export interface UserFilter {
  search: string
  kind: UserKind | ''
}

export const userPagesQuery = ({ search, kind }: UserFilter) =>
  endpointPages('listUsers', { ...(search && { search }), ...(kind && { kind }), limit: '50' })

export const countBinding = (count: number) =>
  `${count.toLocaleString('en-US')} binding ${count === 1 ? 'commitment' : 'commitments'}`

export const isPending = ({
  isAdmin,
  isApproved,
  deactivatedAt,
}: Pick<User, 'isAdmin' | 'isApproved' | 'deactivatedAt'>) =>
  isAdmin === 'false' && isApproved === 'false' && deactivatedAt === null
