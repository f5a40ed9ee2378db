import type { User } from '#contract/accounts/users.ts'

/** The accounts whose name or e-mail address has every one of the words in it, in any letter case. */
export function findUsers(users: User[], search: string): User[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return users
  return users.filter(({ name, email }) => {
    const text = `${name} ${email}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
