import type { User } from '#contract/accounts/users.ts'

/** Returns the users that match every word by name, email address or company, case-insensitively. */
export function findUsers(users: User[], search: string): User[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return users
  return users.filter(({ name, email, companyName }) => {
    const text = `${name} ${email} ${companyName ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
