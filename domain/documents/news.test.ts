import { expect, it, test } from 'vitest'
import { newsSince } from './news.ts'

const uploaded = (id: string, filename: string, day: number) => ({
  id,
  filename,
  uploadedAt: `2026-11-0${day}T09:00:00.000Z`,
})
const lastVisit = '2026-11-05T00:00:00.000Z'

it('marks documents uploaded since the last visit as new, or as updated if an older document has the same name', () => {
  const documents = [
    uploaded('a', 'Rent Roll - v2.xlsx', 7),
    uploaded('b', 'Appraisal.pdf', 6),
    uploaded('c', 'Rent_Roll.xlsx', 2),
    uploaded('d', 'Title.pdf', 1),
  ]
  expect([...newsSince(documents, lastVisit)]).toEqual([
    ['a', 'Updated'],
    ['b', 'New'],
  ])
  expect(newsSince(documents, null).size).toBe(0)
})

test.each([
  ['Rent Roll (2).xlsx', 'Updated'],
  ['rent roll.pdf', 'Updated'],
  ['Rent Roll revised final.xlsx', 'Updated'],
  ['Rent Roll rev 3.xlsx', 'Updated'],
  ['Rent Roll 2025.xlsx', 'New'],
  ['Rent.xlsx', 'New'],
] as const)('marks the document %j as %s if an older Rent Roll exists', (filename, news) => {
  const documents = [uploaded('new', filename, 6), uploaded('old', 'Rent Roll.xlsx', 1)]
  expect(newsSince(documents, lastVisit).get('new')).toBe(news)
})
