/**
 * The head of a page's HTML, which has the browser fetch the page's scripts and the scripts' first answers at once.
 * Otherwise it would learn of each one only from the one before, which takes long on a phone.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pages, type Page } from '#contract/pages.ts'
import { cardPictureSizes, loanPictureSizes, renditionsOf } from '#domain/documents/renditions.ts'
import { jsonForHtml } from './html.ts'

/** Every page asks who is signed in. */
const currentUserCall = '/api/auth/user'

/**
 * The first calls of a page for every role that is signed in, none of which refuses a role. The addresses are spelled
 * as the page spells them, or they would be asked for twice; `:id` is the one in the page's address.
 */
const firstCalls: Partial<Record<Page, readonly string[]>> = {
  home: ['/api/stats', '/api/loans?limit=24'],
  dashboard: ['/api/stats', '/api/loans?limit=24'],
  loans: ['/api/loans?limit=24', '/api/favorites'],
  loan: ['/api/loans/:id'],
  commitments: ['/api/commitments/me?order=loan&limit=24', '/api/commitments/me/portfolio'],
  receipt: ['/api/receipts/:id'],
  profile: ['/api/auth/sessions'],
  notifications: ['/api/notifications?limit=50'],
}

/** The first calls of a page for administrators, in addition; other roles are refused them. */
const firstAdminCalls: Partial<Record<Page, readonly string[]>> = {
  book: [
    '/api/admin/loans/:id/book/totals',
    '/api/admin/loans/:id/book/entries?limit=100',
    '/api/admin/loans/:id/book/holders?limit=100',
  ],
  admin: ['/api/admin/summary', '/api/admin/loans?limit=50'],
  adminMail: ['/api/admin/mails?limit=50', '/api/admin/mails/status'],
  adminAudit: ['/api/admin/audit?signIns=hidden&limit=50', '/api/admin/audit/state'],
  adminSettings: ['/api/admin/setup', '/api/admin/company'],
  adminExposure: [
    '/api/admin/exposure',
    '/api/admin/exposure/loans?sort=-gap&status=open&limit=10',
  ],
  adminLender: ['/api/admin/lenders/:id', '/api/admin/lenders/:id/holdings?limit=10'],
}

/** The pages on which a loan's picture is in sight at once, and the answer that names it. */
const pictureOf: Partial<Record<Page, { call: string; find: () => string }>> = {
  home: { call: '/api/loans?limit=24', find: () => coverOf('found[0]', cardPictureSizes) },
  dashboard: { call: '/api/loans?limit=24', find: () => coverOf('found[0]', cardPictureSizes) },
  loan: { call: '/api/loans/:id', find: () => coverOf('found', loanPictureSizes) },
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export interface PageHeadRequest {
  /** Path and query. */
  url: string
  hasSession: boolean
  nonce: string
}

export interface PageHead {
  /** Comes before the styles, which scripts after them would wait for. */
  script: string
  links: string
}

/** Reads the build's list of scripts of each page; returns a function that makes the head of a page. */
export function readPageHeads(distWeb: string): (request: PageHeadRequest) => PageHead {
  const file = path.join(distWeb, '.vite/page-scripts.json')
  // There is no build, or one that an older program made.
  if (!existsSync(file)) return () => ({ script: '', links: '' })
  // The build's own file.
  const scripts = JSON.parse(readFileSync(file, 'utf8')) as Record<Page, string[]>
  const heads = (Object.keys(pages) as Page[]).map((page) => ({
    pattern: new RegExp(`^${pages[page].replace(':id', `(?<id>${uuid})`)}$`),
    links: scripts[page]
      .map((script) => `<link rel="modulepreload" crossorigin href="${script}">`)
      .join(''),
    calls: firstCalls[page] ?? [],
    adminCalls: firstAdminCalls[page] ?? [],
    picture: pictureOf[page],
  }))
  return ({ url, hasSession, nonce }) => {
    const [pathname = '', query] = url.split('?')
    const head = heads.find(({ pattern }) => pattern.test(pathname))
    const id = head?.pattern.exec(pathname)?.groups?.['id'] ?? ''
    const withId = (call: string) => call.replace(':id', id)
    // A query may change what the page asks for.
    const own = hasSession && query === undefined ? head : undefined
    const adminCalls = (own?.adminCalls ?? []).map(withId)
    const early: Early = {
      addresses: [currentUserCall, ...(own?.calls ?? []).map(withId)],
      next: {
        ...(adminCalls.length > 0 && { [currentUserCall]: askIfAdmin(adminCalls) }),
        ...(own?.picture && { [withId(own.picture.call)]: own.picture.find() }),
      },
    }
    return { script: askEarly(early, nonce), links: head?.links ?? '' }
  }
}

interface Early {
  addresses: string[]
  /** A function in JavaScript by the address of a call: it runs with the call's answer. */
  next: Record<string, string>
}

/**
 * `web/api/early-answers.ts` takes an answer after its function in `next` has run; otherwise the page could make the
 * next calls itself. Each answer is read to its end, since one that the page doesn't take would stay open. A failed
 * one is reported where it is taken.
 */
const askEarly = ({ addresses, next }: Early, nonce: string) =>
  `<script nonce="${nonce}">earlyAnswers={};{const next={${functionsBy(next)}},` +
  `ask=(address)=>{(earlyAnswers[address]=fetch(address,{credentials:'include'}).then((early)=>` +
  `early.clone().json().then((found)=>next[address]?.(found)).catch(()=>{}).then(()=>early)))` +
  `.catch(()=>{})};${jsonForHtml(addresses)}.forEach(ask)}</script>`

const functionsBy = (functions: Record<string, string>) =>
  Object.entries(functions)
    .map(([address, source]) => `${jsonForHtml(address)}:${source}`)
    .join(',')

/** An administrator who has to set up two-factor sign-in first is refused, too. */
const askIfAdmin = (addresses: string[]) =>
  `(user)=>{if(user.isAdmin==='true'&&user.mustSetUpTwoFactor!=='true'&&earlyAnswers)` +
  `${jsonForHtml(addresses)}.forEach(ask)}`

/** Makes the browser fetch a picture before the page draws it. */
const fetchPicture = ({ srcSet, sizes }: ReturnType<typeof renditionsOf>, placeholder: string) =>
  `url&&document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'image',` +
  `fetchPriority:'high',imageSrcset:${jsonForHtml(srcSet)}.replaceAll('${placeholder}',url),` +
  `imageSizes:${jsonForHtml(sizes)}}))`

/** A loan's cover, as `LoanImage.tsx` shows it in this width; its address has a query already. */
const coverOf = (loan: string, sizes: string) =>
  `(found)=>{const loan=${loan},url=loan?.imageUrl?null:loan?.coverUrl;` +
  `${fetchPicture(renditionsOf('COVER?', sizes), 'COVER?')}}`
