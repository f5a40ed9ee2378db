import { describe, expect, it } from 'vitest'
import type { SearchResults } from '#contract/search/shapes.ts'
import { actsFor, groupsFor, pagesFor } from './palette-items.ts'

const none: SearchResults = { loans: [], documents: [], lenders: [], firms: [], companies: [] }
const found = (title: string): SearchResults['loans'][number] => ({
  id: title,
  title,
  borrowerName: 'Pier LLC',
  propertyType: 'Retail',
  propertyAddress: '1 Quay, Savannah, GA 31401',
  status: 'open',
  isDraft: 'false',
})
const place = { address: '/loans', isAdmin: false, isApproved: true, loan: undefined }
const loan = { id: '7', title: 'Pier 4' }
const labelsAt = (given: Partial<Parameters<typeof actsFor>[0]>) =>
  actsFor({ ...place, ...given }).map(({ label }) => label)
const namesOf = (typed: string, results: SearchResults) =>
  groupsFor(typed, results, { pages: pagesFor(true), acts: actsFor(place) }).map(({ name }) => name)

describe('palette items', () => {
  it('lists administrative pages and actions only for administrators', () => {
    const lenders = [...pagesFor(false), ...actsFor(place)].map(({ href }) => href)
    expect(lenders.filter((href) => href.startsWith('/admin'))).toEqual([])
    const all = pagesFor(true).map(({ href }) => href)
    expect(all).toEqual(expect.arrayContaining(['/admin/exposure', '/admin?tab=users']))
    expect(new Set(all).size).toBe(all.length)
  })

  it("limits the actions in the search to those that the current page's loan allows", () => {
    const open = { ...loan, can: ['commit' as const] }
    expect(labelsAt({ loan: open })).toEqual([
      'Commit to Pier 4…',
      'Ask about Pier 4…',
      'Keyboard Shortcuts',
    ])
    expect(labelsAt({ loan: open, isApproved: false })).toEqual(['Keyboard Shortcuts'])
    expect(labelsAt({ loan: { ...loan, can: [] } })).toEqual([
      'Ask about Pier 4…',
      'Keyboard Shortcuts',
    ])
    const draft = { ...loan, isDraft: 'true' as const, can: ['publish' as const] }
    expect(labelsAt({ loan: draft, isAdmin: true })).toEqual([
      'Upload to Pier 4…',
      'Edit Pier 4…',
      'Publish Pier 4…',
      'Create Loan…',
      'Invite…',
      'Keyboard Shortcuts',
    ])
  })

  it("describes a loan in the search by type, city, and borrower, and escapes a company's name in its URL", () => {
    const [loans, companies] = groupsFor(
      'pier',
      { ...none, loans: [found('Pier 4')], companies: [{ name: 'Pier & Sons', people: 1 }] },
      { pages: [], acts: [] },
    )
    expect(loans?.items).toMatchObject([
      { detail: 'Retail · Savannah, GA · Pier LLC', href: '/loans/Pier%204' },
    ])
    expect(companies?.items).toMatchObject([
      { detail: '1 person', href: '/admin?tab=users&search=Pier%20%26%20Sons' },
    ])
  })

  it('lists search result groups last if their best item has no word that starts with the search text', () => {
    expect(namesOf('set', { ...none, loans: [found('Sunset Lofts')] })).toEqual(['Pages', 'Loans'])
    expect(namesOf('set', { ...none, loans: [found('The Settlement')] })).toEqual([
      'Loans',
      'Pages',
    ])
    expect(namesOf('al', { ...none, loans: [found('Audit Lane')] })).toEqual(['Loans'])
    expect(namesOf('zx', none)).toEqual([])
  })
})
