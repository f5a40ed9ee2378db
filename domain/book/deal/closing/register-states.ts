/** A closed book has one current register. A later version supersedes it, and reopening the book makes it void. */
export const registerStates = ['current', 'superseded', 'void'] as const
export type RegisterState = (typeof registerStates)[number]
