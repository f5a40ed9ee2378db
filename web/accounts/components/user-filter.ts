import type { User } from '#contract/accounts/users.ts'

/** The accounts whose name or email address contains every word, ignoring case. */
export function findUsers(users: User[], search: string): User[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return users
  return users.filter(({ name, email }) => {
    const text = `${name} ${email}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
