/** Tokens in a generated request for ids and traps, which are known only during a run. */

/** Things of the sender, things of somebody else, and missing things. */
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
/** The traps: a server that must not be contacted, and a file that must not be created. */
export type Trap = '~canary~' | '~marker~'
export type Ids = Record<Exclude<Token, '~item~'>, string>
export type Meanings = Ids & Record<Trap, string>

const inText = /~[a-z-]+~/g

/** The token that `~item~` stands for at this path. */
function itemAt(address: string): Exclude<Token, '~item~'> {
  if (address.includes('/notifications/')) return '~own-notification~'
  if (address.includes('/sessions/')) return '~own-session~'
  if (address.includes('/mails/')) return '~own-mail~'
  if (address.includes('/documents/')) return '~document~'
  return address.includes('/photos/') ? '~photo~' : '~own-commitment~'
}

/** The text with its tokens replaced. */
export function withIds(text: string, meanings: Meanings, address: string): string {
  return text.replace(inText, (token) => {
    const named = token === '~item~' ? itemAt(address) : token
    return (meanings as Record<string, string>)[named] ?? token
  })
}
