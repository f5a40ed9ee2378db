import type { User } from '#contract/accounts/users.ts'
import { endpointPages } from '#web/api/client.ts'

export function findUsers(users: User[], search: string): User[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return users
  return users.filter(({ name, email, companyName }) => {
    const text = `${name} ${email} ${companyName ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

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
