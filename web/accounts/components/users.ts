import type { User } from '#contract/accounts/users.ts'
import { endpointPages } from '#web/api/client.ts'

export const userPagesQuery = (search: string) =>
  endpointPages('listUsers', { ...(search && { search }), limit: '50' })

export const countBinding = (count: number) =>
  `${count.toLocaleString('en-US')} binding ${count === 1 ? 'commitment' : 'commitments'}`

export const isPending = ({
  isAdmin,
  isApproved,
  deactivatedAt,
}: Pick<User, 'isAdmin' | 'isApproved' | 'deactivatedAt'>) =>
  isAdmin === 'false' && isApproved === 'false' && deactivatedAt === null
