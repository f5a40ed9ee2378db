import { expect, test } from 'vitest'
import { documentGroupNames, documentGroups, groupDocuments, guessGroup } from './groups.ts'

test.each([
  ['Summary of Terms.pdf', 'termSheet'],
  ['TERM_SHEET-v3.docx', 'termSheet'],
  ['Harbor LOI.pdf', 'termSheet'],
  ['Appraisal Summary.pdf', 'appraisal'],
  ['2026 appraised value.pdf', 'appraisal'],
  ['Rent Roll and Income.xlsx', 'financials'],
  ['Sources and Uses.xlsx', 'financials'],
  ['T-12.xlsx', 'financials'],
  ['Operating Statement 2025.xls', 'financials'],
  ['Phase I Environmental Summary.pdf', 'environmental'],
  ['Phase-II ESA.pdf', 'environmental'],
  ['Operating Agreement.pdf', 'legal'],
  ['Title Commitment.pdf', 'legal'],
  ['Personal Guaranty.pdf', 'legal'],
  ['Promissory Note (executed).pdf', 'legal'],
  ['Roof Survey.pdf', 'other'],
  ['Site plan.png', 'other'],
  ['', 'other'],
] as const)('assigns a document named %j to the group %s', (name, group) => {
  expect(guessGroup(name)).toBe(group)
})

test('provides a name for every document group', () => {
  for (const group of documentGroups) expect(documentGroupNames[group]).toMatch(/^[A-Z]/)
})

test('lists documents by group in order and omits empty groups', () => {
  const [deed, appraisal, lease] = [
    { name: 'Deed.pdf', group: 'legal' },
    { name: 'Appraisal.pdf', group: 'appraisal' },
    { name: 'Lease.pdf', group: 'legal' },
  ]
  expect(groupDocuments([deed, appraisal, lease])).toEqual([
    { group: 'appraisal', members: [appraisal] },
    { group: 'legal', members: [deed, lease] },
  ])
})

test('puts a document with an unknown group in the last group', () => {
  const [survey, draw] = [
    { name: 'Roof Survey.pdf', group: 'other' },
    { name: 'Draw Request.pdf', group: 'ofALaterRelease' },
  ]
  expect(groupDocuments([draw, survey])).toEqual([{ group: 'other', members: [draw, survey] }])
})
