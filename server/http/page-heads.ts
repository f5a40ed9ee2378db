/**
 * What a page's HTML has the browser fetch at once: the page's scripts, and the first answers that they
 * will ask for. Otherwise it would find out about each only when the one before has arrived, which on a
 * phone takes longer than the answers themselves.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pages, type Page } from '#contract/pages.ts'
import { cardPictureSizes, renditionsOf } from '#domain/documents/renditions.ts'
import { jsonForHtml } from './html.ts'

/** Every page asks who is signed in. */
const whoIsSignedIn = '/api/auth/user'

/**
 * What else a page asks for first when somebody is signed in, whoever it is; nothing that a role is refused. The addresses are written as
 * the page writes them, or they would be asked for twice; `:id` is the one in the page's address.
 */
const firstCalls: Partial<Record<Page, readonly string[]>> = {
  home: ['/api/stats', '/api/loans?limit=24'],
  dashboard: ['/api/stats', '/api/loans?limit=24'],
  loans: ['/api/loans?limit=24'],
  loan: ['/api/loans/:id'],
  commitments: ['/api/commitments/me?order=loan&limit=24', '/api/commitments/me/portfolio'],
  notifications: ['/api/notifications?limit=50'],
}

/** Where a phone shows a picture of the first loan above all else. */
const pagesWithCover: readonly Page[] = ['home', 'dashboard']

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

/** Reads what the build says of each page; returns what makes the parts of a page's head. */
export function readPageHeads(distWeb: string): (request: PageHeadRequest) => PageHead {
  const file = path.join(distWeb, '.vite/page-scripts.json')
  // Older than this program, or none.
  if (!existsSync(file)) return () => ({ script: '', links: '' })
  // The build's own file.
  const scripts = JSON.parse(readFileSync(file, 'utf8')) as Record<Page, string[]>
  const heads = (Object.keys(pages) as Page[]).map((page) => ({
    pattern: new RegExp(`^${pages[page].replace(':id', `(?<id>${uuid})`)}$`),
    links: scripts[page]
      .map((script) => `<link rel="modulepreload" crossorigin href="${script}">`)
      .join(''),
    calls: firstCalls[page] ?? [],
    hasCover: pagesWithCover.includes(page),
  }))
  return ({ url, hasSession, nonce }) => {
    const [pathname = '', query] = url.split('?')
    const head = heads.find(({ pattern }) => pattern.test(pathname))
    const id = head?.pattern.exec(pathname)?.groups?.['id'] ?? ''
    // A query may change what the page asks for.
    const calls = head && hasSession && query === undefined ? head.calls : []
    const addresses = [whoIsSignedIn, ...calls.map((call) => call.replace(':id', id))]
    return { script: askEarly(addresses, nonce, head?.hasCover), links: head?.links ?? '' }
  }
}

/**
 * `web/api/early-answers.ts` takes the answers. Each is read to its end, since one that nobody takes would stay
 * open. A failed one is reported where it is taken.
 */
const askEarly = (addresses: string[], nonce: string, hasCover = false) =>
  `<script nonce="${nonce}">earlyAnswers={};for(const address of ${jsonForHtml(addresses)})` +
  `(earlyAnswers[address]=fetch(address,{credentials:'include'})` +
  `.then((early)=>(early.clone()${hasCover ? `.json().then(${fetchFirstCover})` : '.blob()'}` +
  `.catch(()=>{}),early))).catch(()=>{})</script>`

// Its address has a query already.
const cover = renditionsOf('COVER?', cardPictureSizes)

/**
 * Has the browser fetch the first picture of a list of loans, which is the largest part of a phone's screen,
 * before the card is drawn that shows it (`LoanImage.tsx`).
 */
const fetchFirstCover =
  `(found)=>{const url=found[0]?.imageUrl?null:found[0]?.coverUrl;if(url)` +
  `document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'image',` +
  `fetchPriority:'high',imageSrcset:${jsonForHtml(cover.srcSet)}.replaceAll('COVER?',url),` +
  `imageSizes:${jsonForHtml(cover.sizes)}}))}`
