/** What the screens ask for, as they ask for it. */
import type { Desk } from '#bench/place.ts'
import { seedId } from '#bench/seed/ids.ts'
import { lenderOf } from '#bench/seed/seed.ts'
import { cookieOf } from '#bench/seed/sign-ins.ts'
import type { Size } from '#bench/seed/size.ts'
import { exposureColumns } from '#domain/desk/exposure.ts'

export interface ScreenCall {
  name: string
  path: string
  cookie: string
}

/**
 * The headers of a call, as a browser that was told of a change sends it: an answer that is kept for a second
 * would say nothing of the database.
 */
export const headersOf = ({ cookie }: ScreenCall) => ({ cookie, 'cache-control': 'no-cache' })

/** A word with each of its letters small or large, 64 times at most: the same search, asked in other letters. */
function casingsOf(word: string): string[] {
  const letters = word.split('')
  return Array.from({ length: Math.min(64, 2 ** letters.length) }, (_, casing) =>
    letters
      .map((letter, place) => ((casing >> place) % 2 === 1 ? letter.toUpperCase() : letter))
      .join(''),
  )
}

/**
 * What people type: each asks for something else, so that no answer kept for the one before them is
 * measured. Numbers are rare words, because a title ends with its own.
 */
export const typedWords: Record<string, string[]> = {
  frequentWord: [
    'harbor',
    'mill',
    'summit',
    'canal',
    'orchard',
    'station',
    'foundry',
    'plaza',
    'yard',
  ].flatMap(casingsOf),
  rareWord: Array.from({ length: 900 }, (_, index) => String(90_000 + index * 11)),
  twoLetters: ['ze', 'ph', 'yr', 'qu', 'xy', 'zz', 'wo', 'rk', 'pl', 'fo', 'un', 'dr', 'hu', 'ba'],
  twoDigits: Array.from({ length: 89 }, (_, index) => String(11 + index)),
  rate: Array.from({ length: 900 }, (_, index) => (4 + index / 100).toFixed(2)),
  ltv: Array.from({ length: 900 }, (_, index) => (50 + index / 40).toFixed(2)),
  personNumber: Array.from({ length: 900 }, (_, index) => String(1_001 + index * 7)),
  place: ['springfield', 'boston', 'savannah', 'dallas', 'columbus', 'phoenix'].flatMap(casingsOf),
  amount: Array.from({ length: 900 }, (_, index) => String(2_000_000 + index * 10_000)),
}

const dayMs = 24 * 60 * 60 * 1_000
/** A day of the audit trail, as the screen asks for it. */
const dayAgo = (days: number) => {
  const from = Math.floor(Date.now() / dayMs - days) * dayMs
  return `from=${new Date(from).toISOString()}&to=${new Date(from + dayMs - 1).toISOString()}`
}

/** What the first page of the list of loans shows. */
const shownLoans = Array.from({ length: 24 }, (_, index) => seedId('loan', index + 1))

/** The receipt of a binding commitment of the first lender. */
function ownReceipt({ loans, lenders }: Size): string {
  for (let loan = 1; loan <= loans; loan += 1)
    if (lenderOf({ loan, position: 1, lenders }) === 1)
      return seedId('entry', seedId('commitment', `${loan}-1`))
  throw new Error('The first lender holds nothing')
}

/** Some of the funded loans mature in the next one. */
const thisYear = new Date().getUTCFullYear()

/** Highest first, but titles from A. */
const exposureOrders = exposureColumns.map((column) => (column === 'title' ? column : `-${column}`))

/**
 * The calls of a lender's screens, then those of an administrator's, as `web` makes them; the first loan
 * has the longest book.
 */
export function screenCalls({ signIns, size }: Pick<Desk, 'signIns' | 'size'>): ScreenCall[] {
  const [lender, admin] = [cookieOf(first(signIns.lenders)), cookieOf(first(signIns.admins))]
  const [loan, longest] = [seedId('loan', 7), seedId('loan', 1)]
  const holder = seedId('lender', lenderOf({ loan: 1, position: 1, lenders: size.lenders }))
  const exposureBars = [
    ['lender', `lenderId=${holder}`],
    ['property type', 'propertyType=Hotel'],
    ['state', 'state=MA'],
    ['maturity', 'maturity=none'],
    ['rate', 'rate=7'],
  ] as const
  const forLender: [string, string][] = [
    ['own account', '/api/auth/user'],
    ['own sign-ins', '/api/auth/sessions'],
    ['figures', '/api/stats'],
    ['property types', '/api/loans/property-types'],
    ['loans', '/api/loans?limit=50'],
    ['open loans', '/api/loans?status=open&limit=50'],
    ['loans of a type', '/api/loans?propertyType=Hotel&limit=50'],
    ['funded hotels', '/api/loans?status=funded&propertyType=Hotel&limit=50'],
    ['loans by a frequent word', '/api/loans?search={frequentWord}&limit=50'],
    ['loans by a rare word', '/api/loans?search={rareWord}&limit=50'],
    ['loans by two letters', '/api/loans?search={twoLetters}&limit=50'],
    ['loans by an unknown word', '/api/loans?search=qq{rareWord}&limit=50'],
    ['loans of a rate', '/api/loans?rateMin={rate}&limit=50'],
    ['largest loans of a rate', '/api/loans?rateMin={rate}&sort=-amount&limit=50'],
    ['loans with most left', '/api/loans?status=open&sort=-available&limit=50'],
    ['loans of a rate with most left', '/api/loans?rateMin={rate}&sort=-available&limit=50'],
    [
      'loans by a frequent word with most left',
      '/api/loans?search={frequentWord}&sort=-available&limit=50',
    ],
    ['loans of a place', '/api/loans?location={place}&limit=50'],
    ['loans between amounts', '/api/loans?amountMin={amount}&amountMax=9000000&limit=50'],
    ['loans up to an LTV', '/api/loans?ltvMax={ltv}&limit=50'],
    ['loans by title', '/api/loans?sort=title&limit=50'],
    ['loans by rate', '/api/loans?sort=-rate&limit=50'],
    ['loans by LTV', '/api/loans?sort=ltv&limit=50'],
    ['totals', '/api/loans/totals'],
    ['totals of open hotels', '/api/loans/totals?status=open&propertyType=Hotel'],
    ['totals of loans of a rate', '/api/loans/totals?rateMin={rate}'],
    ['totals of loans of an LTV', '/api/loans/totals?ltvMax={ltv}'],
    ['totals by a frequent word', '/api/loans/totals?search={frequentWord}'],
    ['totals by a rare word', '/api/loans/totals?search={rareWord}'],
    ['totals of loans of a place', '/api/loans/totals?location={place}'],
    ['totals of favored loans', '/api/loans/totals?favorites=true'],
    ['totals of held loans', '/api/loans/totals?held=true'],
    ['favored loans', '/api/loans?favorites=true&limit=50'],
    ['held loans', '/api/loans?held=true&limit=50'],
    ['saved filters', '/api/saved-filters'],
    ['loan', `/api/loans/${loan}`],
    ['funding story', `/api/loans/${loan}/funding`],
    ['funding story of the longest book', `/api/loans/${longest}/funding`],
    ['documents', `/api/documents/loan/${loan}`],
    ['photos', `/api/photos/loan/${loan}`],
    ['messages', `/api/messages/loan/${loan}?limit=50`],
    ['favorites', '/api/favorites'],
    ['own commitments', '/api/commitments/me?order=loan&limit=24'],
    ['own commitments on a loan', `/api/commitments/me?loanId=${loan}`],
    ['own sums', '/api/commitments/me/portfolio'],
    ['own position', '/api/commitments/me/holdings?limit=50'],
    ['own shares of a page', `/api/commitments/me/shares?loanIds=${shownLoans.join('%2C')}`],
    ['own concentration', '/api/commitments/me/concentration'],
    ['own history', '/api/commitments/me/history?limit=50'],
    ['receipt', `/api/receipts/${ownReceipt(size)}`],
    ['keys of receipts', '/.well-known/paripassu-keys.json'],
    ['terms and privacy policy', '/api/legal'],
    ['notifications', '/api/notifications?limit=50'],
    ['unread notifications', '/api/notifications/unread'],
    ['today', '/api/today'],
  ]
  const forAdmin: [string, string][] = [
    ['summary', '/api/admin/summary'],
    ["administrator's today", '/api/admin/today'],
    ['exposure', '/api/admin/exposure'],
    ...exposureOrders.flatMap((sort): [string, string][] => [
      [`exposed loans by ${sort}`, `/api/admin/exposure/loans?status=open&sort=${sort}&limit=10`],
      [`all loans by ${sort}`, `/api/admin/exposure/loans?sort=${sort}&limit=10`],
    ]),
    ...exposureBars.map(([bar, query]): [string, string] => [
      `exposed loans of a bar by ${bar}`,
      `/api/admin/exposure/loans?sort=-gap&status=open&${query}&limit=10`,
    ]),
    [
      'all loans of a bar by maturity',
      `/api/admin/exposure/loans?sort=-gap&maturity=${thisYear + 1}&limit=10`,
    ],
    ['loans and drafts', '/api/admin/loans?limit=50'],
    ['loans and drafts by a frequent word', '/api/admin/loans?search={frequentWord}&limit=50'],
    ['loans and drafts by a rare word', '/api/admin/loans?search={rareWord}&limit=50'],
    ['drafts', '/api/admin/loans?isDraft=true&limit=50'],
    ['what publishing sends', `/api/admin/loans/${loan}/publication`],
    ['readings', `/api/admin/loans/${loan}/readings`],
    ['readings of the longest book', `/api/admin/loans/${longest}/readings`],
    ['recipients', `/api/admin/loans/${loan}/recipients`],
    ['recipients by a name', `/api/admin/loans/${loan}/recipients?search=Luis`],
    ['recipients by a rare name', `/api/admin/loans/${loan}/recipients?search=Brook{personNumber}`],
    ['recipients for the longest book', `/api/admin/loans/${longest}/recipients`],
    ['what remains to be set up', '/api/admin/setup'],
    ['company', '/api/admin/company'],
    ['legal texts', '/api/admin/legal'],
    ['versions of the terms', '/api/admin/legal/versions?kind=terms&limit=20'],
    ['sample data', '/api/admin/sample'],
    ['lender', `/api/admin/lenders/${seedId('lender', 1)}`],
    ['holdings of a lender', `/api/admin/lenders/${seedId('lender', 1)}/holdings?limit=10`],
    ['users', '/api/admin/users?limit=50'],
    ['users by a name', '/api/admin/users?search=Brook{personNumber}&limit=50'],
    ['users by a frequent name', '/api/admin/users?search=Luis&limit=50'],
    ['pending users', '/api/admin/users/pending?limit=50'],
    ['loans that a user is bound to', `/api/admin/users/${seedId('lender', 1)}/bound-loans`],
    ['invitations', '/api/admin/invitations?limit=20'],
    ['lenders to commit for', '/api/admin/users?mayCommit=true&limit=100'],
    [
      'lenders to commit for by a name',
      '/api/admin/users?mayCommit=true&search=Brook{personNumber}&limit=50',
    ],
    [
      'lenders to commit for by a frequent name',
      '/api/admin/users?mayCommit=true&search=Luis&limit=50',
    ],
    ['totals of the longest book', `/api/admin/loans/${longest}/book/totals`],
    ['entries of the longest book', `/api/admin/loans/${longest}/book/entries?limit=100`],
    ['holders of the longest book', `/api/admin/loans/${longest}/book/holders?limit=100`],
    [
      'entries of a lender in the longest book',
      `/api/admin/loans/${longest}/book/entries?lenderId=${holder}`,
    ],
    [
      'binding entries of the longest book',
      `/api/admin/loans/${longest}/book/entries?isBinding=true`,
    ],
    ['a holder of the longest book', `/api/admin/loans/${longest}/book/holders?lenderId=${holder}`],
    ['totals of a book', `/api/admin/loans/${loan}/book/totals`],
    ['entries of a book', `/api/admin/loans/${loan}/book/entries?limit=100`],
    ['holders of a book', `/api/admin/loans/${loan}/book/holders?limit=100`],
    ['contents of a loan', `/api/admin/loans/${loan}/contents`],
    ['audience', `/api/admin/loans/${loan}/announcement-audience`],
    ['loans with documents', '/api/admin/loans/with-files?kind=document&limit=24'],
    ['loans with photos', '/api/admin/loans/with-files?kind=photo&limit=24'],
    [
      'loans with files by a rare word',
      '/api/admin/loans/with-files?kind=document&search={rareWord}&limit=24',
    ],
    ['files of a loan', `/api/admin/loans/with-files?kind=document&loanId=${loan}&limit=24`],
    ['audit trail', '/api/admin/audit?limit=50'],
    ['audit trail without sign-ins', '/api/admin/audit?signIns=hidden&limit=50'],
    [
      'audit trail without sign-ins by a name',
      '/api/admin/audit?signIns=hidden&person=Brook{personNumber}&limit=50',
    ],
    ['audit trail of a kind', '/api/admin/audit?kind=commitmentMade&limit=50'],
    ['audit trail of an absent kind', '/api/admin/audit?kind=loanDeleted&limit=50'],
    ['audit trail by a name', '/api/admin/audit?person=Brook{personNumber}&limit=50'],
    [
      'audit trail by a name that 111 people have',
      '/api/admin/audit?person=Brook{twoDigits}&limit=50',
    ],
    ['audit trail by a frequent name', '/api/admin/audit?person=Luis&limit=50'],
    ['audit trail by an unknown name', '/api/admin/audit?person=qq{personNumber}&limit=50'],
    ['audit trail by a title', '/api/admin/audit?loan=zephyr&limit=50'],
    ['audit trail of a loan', `/api/admin/audit?loan=${loan}&limit=50`],
    ['audit trail of a day', `/api/admin/audit?${dayAgo(2)}&signIns=hidden&limit=50`],
    [
      'audit trail of a kind by a name',
      '/api/admin/audit?kind=commitmentMade&person=Brook{personNumber}&limit=50',
    ],
    ['state of the audit trail', '/api/admin/audit/state'],
    ['mails', '/api/admin/mails?limit=50'],
    ['saved mails', '/api/admin/mails?state=saved&limit=50'],
    ['failed mails', '/api/admin/mails?state=failed&limit=50'],
    ['state of mails', '/api/admin/mails/status'],
  ]
  const callsOf = (calls: [string, string][], cookie: string) =>
    calls.map(([name, path]) => ({ name, path, cookie }))
  return [...callsOf(forLender, lender), ...callsOf(forAdmin, admin)]
}

function first<Item>(items: readonly Item[]): Item {
  const [item] = items
  if (item === undefined) throw new Error('Nobody is signed in')
  return item
}
