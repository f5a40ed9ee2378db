/** Placeholders in generated requests for ids and traps. Their values are known only at run time. */

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
export type Trap = '~canary~' | '~marker~'
export type Ids = Record<Exclude<Token, '~item~'>, string>
export type Meanings = Ids & Record<Trap, string>

const inText = /~[a-z-]+~/g

function itemAt(address: string): Exclude<Token, '~item~'> {
  if (address.includes('/notifications/')) return '~own-notification~'
  if (address.includes('/sessions/')) return '~own-session~'
  if (address.includes('/mails/')) return '~own-mail~'
  if (address.includes('/documents/')) return '~document~'
  return address.includes('/photos/') ? '~photo~' : '~own-commitment~'
}

export function withIds(text: string, meanings: Meanings, address: string): string {
  return text.replace(inText, (token) => {
    const named = token === '~item~' ? itemAt(address) : token
    return (meanings as Record<string, string>)[named] ?? token
  })
}
