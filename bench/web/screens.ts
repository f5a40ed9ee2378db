/** The screens that Lighthouse opens, and how it is signed in. */
import { pages, type Page } from '#contract/pages.ts'
import type { SampleProduct, SignIn } from '#scripts/support/product.mjs'

export interface WebScreen {
  name: string
  address: string
  who: 'visitor' | 'lender' | 'admin'
}

/** As whom each page is looked at; the compiler requires all of them. */
const lookedAtBy: Record<Page, WebScreen['who']> = {
  home: 'visitor',
  login: 'visitor',
  register: 'visitor',
  forgotPassword: 'visitor',
  resetPassword: 'visitor',
  terms: 'visitor',
  privacy: 'visitor',
  verify: 'visitor',
  dashboard: 'lender',
  loans: 'lender',
  compare: 'lender',
  loan: 'lender',
  commitments: 'lender',
  receipt: 'lender',
  profile: 'lender',
  notifications: 'lender',
  help: 'lender',
  admin: 'admin',
  book: 'admin',
  adminMail: 'admin',
  adminAudit: 'admin',
  adminSettings: 'admin',
  adminImport: 'admin',
  adminExposure: 'admin',
  adminLender: 'admin',
}

/** What of the sample portfolio is looked at. */
export interface Looked {
  /** Ids; the first one's page is opened, and all are compared. */
  loans: string[]
  /** The id of a receipt of the lender's. */
  receipt: string
  /** The lender's own id. */
  lender: string
}

/** Every page, with an id of the sample portfolio where it has one. */
export function webScreens({ loans, receipt, lender }: Looked): WebScreen[] {
  const ids: Partial<Record<Page, string>> = { receipt, adminLender: lender }
  const addressOf = (page: Page) =>
    page === 'compare'
      ? `${pages.compare}?ids=${loans.join(',')}`
      : pages[page].replace(':id', ids[page] ?? loans[0] ?? '')
  // The keys of a record of pages are pages.
  return (Object.keys(lookedAtBy) as Page[]).map((name) => ({
    name,
    who: lookedAtBy[name],
    address: addressOf(name),
  }))
}

/** The cookies of the people who look at the screens, and what they look at. */
export async function signInToSample({ address, admin, sampleLender }: SampleProduct) {
  const cookieOf = async (body: SignIn) => {
    const answer = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: body.email, password: body.password }),
    })
    const [cookie] = answer.headers.getSetCookie()
    if (!answer.ok || !cookie) throw new Error(`The sign-in was answered ${answer.status}`)
    return cookie.split(';')[0] ?? ''
  }
  const cookies = {
    visitor: null,
    lender: await cookieOf(sampleLender),
    admin: await cookieOf(admin),
  }
  // The server's own answers are typed, not checked.
  const read = async <Answer>(path: string, cookie: string): Promise<Answer> =>
    (await (await fetch(`${address}${path}`, { headers: { cookie } })).json()) as Answer
  const loans = await read<{ id: string }[]>('/api/loans?limit=4', cookies.lender)
  const { id: lender } = await read<{ id: string }>('/api/auth/user', cookies.lender)
  const [last] = await read<{ entryId: string }[]>(
    '/api/commitments/me/history?limit=1',
    cookies.lender,
  )
  if (loans.length < 4 || !last) throw new Error('The sample portfolio is not there')
  const looked: Looked = { loans: loans.map(({ id }) => id), receipt: last.entryId, lender }
  return { cookies, looked }
}
