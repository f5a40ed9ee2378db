import { expect, it } from 'vitest'
import { exportsFor, filtersOfExport } from './export-items.ts'
import type { Place } from './palette-items.ts'

const place: Place = { address: '/help', isAdmin: false, isApproved: true, loan: undefined }
const loan = { id: '7', title: 'Pier 4', can: [] }
const labelsAt = (given: Partial<Place>) =>
  exportsFor({ ...place, ...given }).map(({ label }) => label)

const ofEveryone = [
  ...['Export Loans (CSV)', 'Export Loans (XLSX)', 'Export My Position (CSV)'],
  ...['Export My Position (XLSX)', 'Export My Statement (PDF)'],
]

it("offers exports of a loan's book and of the exposure page only to administrators", () => {
  expect(labelsAt({ isApproved: false })).toEqual(ofEveryone)
  expect(labelsAt({ loan, isApproved: false })).toEqual(ofEveryone)
  expect(labelsAt({ loan })).toEqual(['Export Loan Summary of Pier 4 (PDF)', ...ofEveryone])
  expect(labelsAt({ loan, isAdmin: true })).toEqual([
    'Export Book of Pier 4 (CSV)',
    'Export Book of Pier 4 (XLSX)',
    'Export Loan Summary of Pier 4 (PDF)',
    ...ofEveryone,
    'Export Exposure (PDF)',
    'Export Exposure (XLSX)',
  ])
})

it("doesn't offer to export a draft's book", () => {
  const labels = labelsAt({ loan: { ...loan, isDraft: 'true' }, isAdmin: true })
  expect(labels.filter((label) => label.includes('Book'))).toEqual([])
})

it('exports the loans listed on Browse Loans, and every loan on other pages', () => {
  expect(labelsAt({ address: '/loans?status=open' })).toContain('Export Listed Loans (CSV)')
  expect(filtersOfExport('/loans?status=open')).toMatchObject({
    status: 'open',
    hidePassed: 'true',
  })
  expect(filtersOfExport('/help?status=open')).toBeNull()
})
