import { expect, test } from 'vitest'
import { changesOf, clipped, doerInWords, placeInWords } from './entry-words.ts'

const ada = { actorId: 'a', actorName: 'Ada Cole' }
const lena = { personId: 'l', personName: 'Lena Brook' }
const nobody = { actorId: null, actorName: null, personId: null, personName: null }

test('whoever acts is named, and with whom it is about when that is somebody else', () => {
  const address = '10.0.0.7'
  expect(doerInWords({ ...nobody, ...ada, address })).toBe('Ada Cole')
  expect(doerInWords({ ...ada, ...lena, address })).toBe('Ada Cole for Lena Brook')
  const own = { personId: 'a', personName: 'Ada Cole' }
  expect(doerInWords({ ...ada, ...own, address })).toBe('Ada Cole')
  expect(doerInWords({ ...nobody, ...lena, address })).toBe('Nobody signed in for Lena Brook')
})

test('what the program does by itself comes from this server', () => {
  expect(doerInWords({ ...nobody, address: null })).toBe('The program')
  expect(placeInWords({ address: null })).toBe('This server')
  expect(placeInWords({ address: '10.0.0.7' })).toBe('10.0.0.7')
})

test('figures are shown as everywhere, before and after', () => {
  const before = { amount: '2500000.00', interestRate: '7.25', percentage: '10.00', term: 24 }
  const after = { amount: '2600000.50', interestRate: '7.5', percentage: '12.50', term: 1 }
  expect(changesOf({ before, after })).toEqual([
    { field: 'Amount', before: '$2,500,000.00', after: '$2,600,000.50' },
    { field: 'Interest Rate', before: '7.25%', after: '7.50%' },
    { field: 'Share', before: '10%', after: '12.5%' },
    { field: 'Term', before: '24 months', after: '1 month' },
  ])
})

test('a field that only one side has is nothing on the other', () => {
  expect(changesOf({ before: null, after: { reason: 'Sold', purpose: null } })).toEqual([
    { field: 'Reason', before: null, after: 'Sold' },
    { field: 'Purpose', before: null, after: null },
  ])
  expect(changesOf({ before: { status: 'open' }, after: null })).toEqual([
    { field: 'Status', before: 'open', after: null },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})

test('flags are yes and no in both their forms', () => {
  const [admin, approved] = changesOf({
    before: { isAdmin: 'false', isApproved: true },
    after: { isAdmin: 'true', isApproved: false },
  })
  expect(admin).toEqual({ field: 'Administrator', before: 'No', after: 'Yes' })
  expect(approved).toEqual({ field: 'Approved', before: 'Yes', after: 'No' })
})

test('what is known by the id of a commitment is an amount', () => {
  const id = '0b2f1c9e-5a3d-4c1e-9f00-123456789abc'
  expect(changesOf({ before: { [id]: '833.33' }, after: { [id]: '833.34' } })).toEqual([
    { field: 'Commitment 0b2f1c9e', before: '$833.33', after: '$833.34' },
  ])
  expect(changesOf({ before: null, after: { softAmounts: { [id]: '10.00' } } })).toEqual([
    { field: 'Soft Amounts', before: null, after: 'Commitment 0b2f1c9e: $10.00' },
  ])
})

test('lists stand below each other, and an empty one says so', () => {
  const [commitments, documents, photos] = changesOf({
    before: {
      commitments: [{ id: 'c', lender: 'Lena Brook', lenderId: 'l', amount: '250.00' }],
      documents: ['Appraisal.pdf', 'Title.pdf'],
      photos: [],
    },
    after: null,
  })
  expect(commitments?.before).toBe('Lender: Lena Brook\nAmount: $250.00')
  expect(documents?.before).toBe('Appraisal.pdf\nTitle.pdf')
  expect(photos?.before).toBe('none')
})

test('what a field does not usually hold is shown as it is', () => {
  const [amount, odd] = changesOf({ before: null, after: { amount: 'much', odd: '<b>1</b>' } })
  expect(amount?.after).toBe('much')
  expect(odd).toEqual({ field: 'Odd', before: null, after: '<b>1</b>' })
})

test('a row has room for 80 characters', () => {
  expect(clipped('a'.repeat(80))).toBe('a'.repeat(80))
  expect(clipped('a'.repeat(81))).toBe(`${'a'.repeat(79)}…`)
})
