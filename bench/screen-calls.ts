/** Builds every GET request that the screens send, from the endpoint table and the query parameters below. */
import { isShape, type Endpoint } from '#contract/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { Request } from 'autocannon'
import { getWith } from './load.ts'
import { cookieOf, ownReceipt, seedId } from './seed.ts'

const [loan, lender] = [seedId('loan', 1), seedId('lender', 1)]
const shownLoans = Array.from({ length: 24 }, (_, index) => seedId('loan', index + 1)).join('%2C')
const day = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)

const filters = `search=harbor search=4711 search=ze search=nothing+has+this location=boston rateMin=7
  ltvMax=60 dscrMin=1.2 debtYieldMin=9 amountMin=2000000&amountMax=9000000 favorites=true held=true status=open&propertyType=Hotel`
const orders = `sort=-available sort=-amount sort=-rate sort=ltv sort=title rateMin=7&sort=-available
  rateMin=7&sort=-amount rateMin=7&sort=title sort=-dscr sort=debtYield dscrMin=1.2&sort=due`
const ofAudit = `signIns=hidden kind=commitmentMade kind=loanDeleted person=brook321 person=luis loan=zephyr
  person=nobody+at+all&signIns=hidden loan=${loan} from=${day}T00:00:00Z&to=${day}T23:59:59Z`
const bars = `status=open propertyType=Hotel state=MA rate=7 maturity=none lenderId=${lender}`

const words = (text: string) => text.split(/\s+/)
const listed = (given: string) => ['limit=50', ...words(given).map((each) => `${each}&limit=50`)]

export const queries: { [Name in EndpointName]?: string[] } = {
  listUsers: listed(
    'search=brook321 search=luis mayCommit=true kind=neverSignedIn sort=name sort=signedIn',
  ),
  listPendingUsers: ['limit=50'],
  listInvitations: ['limit=20'],
  listFirms: listed('search=brook321 sort=-binding'),
  listLoans: listed(`${filters} ${orders}`),
  listAllLoans: listed(`${filters} isDraft=true`),
  search: ['q=h', 'q=harbor', 'q=harbor+memo'],
  getLoanTotals: ['', ...words(filters)],
  listBookEntries: listed(`isBinding=true lenderId=${lender}`),
  listBookHolders: listed(`lenderId=${lender}`),
  listOwnCommitments: ['order=loan&limit=24', `loanId=${loan}`],
  listOwnHoldings: ['limit=50'],
  listOwnShares: [`loanIds=${shownLoans}`],
  listOwnHistory: ['limit=50'],
  listLoansWithFiles: ['kind=document&limit=24', 'kind=photo&search=harbor&limit=24'],
  listLoanMessages: ['limit=50'],
  listMessageRecipients: ['', 'search=luis'],
  listNotifications: ['limit=50'],
  getToday: ['', 'limit=100'],
  getAdminToday: ['', 'limit=100'],
  listMails: listed('state=saved state=failed'),
  listExposedLoans: bars
    .split(' ')
    .flatMap((bar) => [
      ...[`${bar}&sort=-gap&limit=10`, `${bar}&sort=-moved&limit=10`, `${bar}&sort=title&limit=10`],
    ]),
  listLenderHoldings: ['limit=10'],
  listAudit: listed(ofAudit),
  listImportProfiles: ['kind=loans'],
  listLegalVersions: ['kind=terms&limit=20'],
  listOwnOffers: ['limit=24', `loanId=${loan}&limit=1`],
  listOwnTermsQuestions: ['', `loanId=${loan}`],
}

/**
 * Excludes files, exports, and the event stream, because screens don't read them as JSON. Also excludes workbooks,
 * links of invitations and the money of closed books, because the seed has none.
 */
export const screenRows = Object.entries<Endpoint>(endpoints).filter(
  ([name, { method, path, response }]) =>
    method === 'GET' &&
    isShape(response) &&
    !['getDocumentSheet', 'getFunding', 'getOwnFunding'].includes(name) &&
    !path.includes('/invitations/:token'),
)

/** The first loan has the most commitments. The first lender has shares in many loans. */
function idIn(path: string): string {
  // The first person of a firm has the id of the firm.
  if (/\/(users|lenders|firms)\//.test(path)) return lender
  if (path.includes('/mails/')) return seedId('mail', 1)
  return path.includes('/receipts/') ? ownReceipt : loan
}

export const screenCalls = (): { name: string; query: string; request: Request }[] =>
  screenRows.flatMap(([name, { path, access }]) => {
    const address = path.replace(/:\w+/, idIn(path))
    const cookie = cookieOf(access === 'admin' ? 'admin' : 1)
    const sent = new Map(Object.entries(queries)).get(name) ?? ['']
    return sent.map((query) => ({ name, query, request: getWith(`${address}?${query}`, cookie) }))
  })
