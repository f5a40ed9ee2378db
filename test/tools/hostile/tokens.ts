/** Names in a generated request that stand for ids and traps, which only a run knows. */

/** What belongs to whoever sends, what is somebody else's, and what is not there. */
export const tokens = [
  '~loan~',
  '~item~',
  '~person~',
  '~file~',
  '~own-commitment~',
  '~own-notification~',
  '~own-session~',
  '~own-mail~',
  '~document~',
  '~photo~',
  '~their-loan~',
  '~their-commitment~',
  '~their-notification~',
  '~their-session~',
  '~their-message~',
  '~their-favorite~',
  '~their-person~',
  '~their-file~',
  '~missing~',
] as const
export type Token = (typeof tokens)[number]
/** Where something is noticed: a program that listens, and a file that no honest program makes. */
export type Trap = '~canary~' | '~marker~'
export type Ids = Record<Exclude<Token, '~item~'>, string>
export type Meanings = Ids & Record<Trap, string>

const inText = /~[a-z-]+~/g

/** The token that `~item~` stands for at this address. */
function itemAt(address: string): Exclude<Token, '~item~'> {
  if (address.includes('/notifications/')) return '~own-notification~'
  if (address.includes('/sessions/')) return '~own-session~'
  if (address.includes('/mails/')) return '~own-mail~'
  if (address.includes('/documents/')) return '~document~'
  return address.includes('/photos/') ? '~photo~' : '~own-commitment~'
}

/** The text with what is meant in place of the names. */
export function withIds(text: string, meanings: Meanings, address: string): string {
  return text.replace(inText, (token) => {
    const named = token === '~item~' ? itemAt(address) : token
    return (meanings as Record<string, string>)[named] ?? token
  })
}
