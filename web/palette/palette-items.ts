/** The items of the palette: pages and actions by role, and search results. */
import type { Loan } from '#contract/loans/shapes.ts'
import type { SearchResults } from '#contract/search/shapes.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import { cityOf } from '#domain/loans/property/addresses.ts'
import { loanStatusLabels } from '#domain/loans/statuses.ts'
import { paths } from '#web/addresses/paths.ts'

export type ItemKind = 'loan' | 'document' | 'lender' | 'firm' | 'company' | 'page' | 'act'

interface Shown {
  kind: ItemKind
  label: string
  detail?: string
  mark?: string
}

export interface PageItem extends Shown {
  href: string
}

/** Choosing an item with `fetchFile` saves the file. */
export type PaletteItem = PageItem | (Shown & { fetchFile: () => Promise<Response> })

export interface PaletteGroup {
  name: string
  items: PaletteItem[]
}

const pageItem = (label: string, href: string, detail?: string): PageItem => ({
  kind: 'page',
  label,
  href,
  ...(detail && { detail }),
})
const act = (label: string, href: string): PageItem => ({ kind: 'act', label, href })

const adminTab = (tab: string) => `${paths.admin()}?tab=${tab}`

export const pagesFor = (isAdmin: boolean): PageItem[] => [
  pageItem('Dashboard', paths.dashboard()),
  pageItem('Browse Loans', paths.loans()),
  pageItem('My Commitments', paths.commitments()),
  ...(isAdmin
    ? [
        pageItem('Admin Panel', paths.admin(), 'Manage Loans'),
        pageItem('Documents', adminTab('documents'), 'Admin Panel'),
        pageItem('Photos', adminTab('photos'), 'Admin Panel'),
        pageItem('Manage Users', adminTab('users'), 'Admin Panel'),
        pageItem('Pending Approvals', adminTab('pending'), 'Admin Panel'),
        pageItem('Exposure', paths.adminExposure()),
        pageItem('Firms', paths.adminFirms()),
        pageItem('Import', paths.adminImport()),
        pageItem('Mail Outbox', paths.adminMail()),
        pageItem('Audit Trail', paths.adminAudit()),
        pageItem('Settings', paths.adminSettings()),
      ]
    : []),
  pageItem('Notifications', paths.notifications()),
  pageItem('Profile', paths.profile()),
  pageItem('Your Firm', paths.firm()),
  pageItem('Help', paths.help()),
  pageItem('Verify a Receipt', paths.verify()),
]

export interface Place {
  address: string
  isAdmin: boolean
  isApproved: boolean
  loan: Pick<Loan, 'id' | 'title' | 'isDraft' | 'can'> | undefined
}

/** The palette's actions, with those for the page's loan first. Each opens a dialog through its URL. */
export const actsFor = ({ address, isAdmin, isApproved, loan }: Place): PageItem[] => [
  ...(loan ? loanActs(loan, { isAdmin, isApproved }) : []),
  ...(isAdmin
    ? [
        act('Create Loan…', `${paths.admin()}#create`),
        act('Invite…', `${adminTab('users')}#invite`),
      ]
    : []),
  act('Keyboard Shortcuts', `${address}#keys`),
]

function loanActs(
  { id, title, isDraft, can }: NonNullable<Place['loan']>,
  { isAdmin, isApproved }: Pick<Place, 'isAdmin' | 'isApproved'>,
): PageItem[] {
  const at = paths.loan(id)
  const canCommit = can.includes('commit')
  return [
    ...(canCommit && isApproved ? [act(`Commit to ${title}…`, `${at}#commit`)] : []),
    ...(isApproved && !isAdmin && !isDraft ? [act(`Ask about ${title}…`, `${at}#messages`)] : []),
    ...(isAdmin
      ? [
          ...(isDraft
            ? []
            : [
                act(`Open Book of ${title}`, paths.book(id)),
                act(`Open Deal Desk of ${title}`, paths.deal(id)),
              ]),
          ...(canCommit ? [act(`Record for ${title}…`, `${at}#record`)] : []),
          act(`Upload to ${title}…`, `${at}#upload`),
          act(`Edit ${title}…`, `${at}#edit`),
          ...(isDraft ? [] : [act(`Message about ${title}…`, `${at}#message`)]),
          ...(can.includes('publish') ? [act(`Publish ${title}…`, `${at}#publish`)] : []),
        ]
      : []),
  ]
}

/** Groups the search results, together with pages and actions that match the typed words. */
export function groupsFor(
  typed: string,
  results: SearchResults | undefined,
  local: { pages: PaletteItem[]; acts: PaletteItem[] },
): PaletteGroup[] {
  const isMatch = ({ label }: PaletteItem) => startsWords(label, typed)
  const groups = [
    { name: 'Loans', items: results?.loans.map(loanItem) ?? [] },
    { name: 'Documents', items: results?.documents.map(documentItem) ?? [] },
    { name: 'Lenders', items: results?.lenders.map(lenderItem) ?? [] },
    { name: 'Firms', items: results?.firms.map(firmItem) ?? [] },
    { name: 'Companies', items: results?.companies.map(companyItem) ?? [] },
    { name: 'Pages', items: local.pages.filter(isMatch) },
    { name: 'Acts', items: local.acts.filter(isMatch) },
  ].filter(({ items }) => items.length > 0)
  // A group whose best item merely contains the text comes after groups in which a word starts with it.
  const isClose = ({ items: [best] }: PaletteGroup) =>
    best !== undefined && (startsWords(best.label, typed) || hasInitials(best.label, typed))
  return [...groups.filter(isClose), ...groups.filter((group) => !isClose(group))]
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

function startsWords(label: string, typed: string): boolean {
  const words = wordsOf(label)
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}

const hasInitials = (label: string, typed: string) =>
  typed.length > 1 &&
  wordsOf(label)
    .map((word) => word.charAt(0))
    .join('')
    .startsWith(typed.toLowerCase())

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

const loanItem = (loan: SearchResults['loans'][number]): PaletteItem => ({
  kind: 'loan',
  label: loan.title,
  detail: joined(loan.propertyType, cityOf(loan.propertyAddress), loan.borrowerName),
  mark: loan.isDraft === 'true' ? 'Draft' : loanStatusLabels[loan.status],
  href: paths.loan(loan.id),
})

const documentItem = (found: SearchResults['documents'][number]): PaletteItem => ({
  kind: 'document',
  label: nameBesideLoan(found.filename, found.loanTitle),
  detail: found.loanTitle,
  ...(found.isDraft === 'true' && { mark: 'Draft' }),
  href: `${paths.loan(found.loanId)}?document=${found.id}`,
})

function lenderItem(lender: SearchResults['lenders'][number]): PaletteItem {
  const mark =
    lender.isDeactivated === 'true'
      ? 'Deactivated'
      : lender.isAdmin === 'true'
        ? 'Administrator'
        : lender.isApproved === 'true'
          ? ''
          : 'Awaiting approval'
  return {
    kind: 'lender',
    label: lender.name,
    detail: joined(lender.companyName, lender.email),
    ...(mark && { mark }),
    href: paths.adminLender(lender.id),
  }
}

const peopleText = (people: number) => (people === 1 ? '1 person' : `${people} people`)

const firmItem = ({ id, name, people }: SearchResults['firms'][number]): PaletteItem => ({
  kind: 'firm',
  label: name,
  detail: peopleText(people),
  href: paths.adminFirm(id),
})

const companyItem = ({ name, people }: SearchResults['companies'][number]): PaletteItem => ({
  kind: 'company',
  label: name,
  detail: peopleText(people),
  href: `${adminTab('users')}&search=${encodeURIComponent(name)}`,
})
