import { expect, test } from 'vitest'
import { describeChanges, type RecordedChange } from './versions.ts'

type Values = Record<string, unknown>
const by = (name: string | null, before: Values, after: Values): RecordedChange => ({
  actorId: name,
  actorName: name,
  before,
  after,
})

test('merges all changes to a field into one that has the first and last values and all authors', () => {
  const changes = [
    by('Jordan Lee', { status: 'Processing', ltv: null }, { status: 'Closing', ltv: '65.00' }),
    by('Ada Cole', { status: 'Closing' }, { status: 'open' }),
    by('Jordan Lee', { status: 'open', version: '3' }, { status: 'funded', version: '4' }),
  ]
  expect(describeChanges(changes, 'Olga')).toEqual({
    summary: "Jordan Lee and Ada Cole changed this loan's status and LTV after you opened it.",
    fields: {
      status: 'Jordan Lee and Ada Cole changed this from Processing to funded',
      ltv: 'Jordan Lee set this to 65.00%',
    },
  })
})

test('addresses the user as "you" at the beginning of a sentence and within it', () => {
  const changes = [
    by('Ada', { title: 'A' }, { title: 'B' }),
    by('Olga', { title: 'B' }, { title: 'C' }),
  ]
  expect(describeChanges(changes, 'Ada').fields).toEqual({
    title: 'You and Olga changed this from “A” to “C”',
  })
  expect(describeChanges(changes, 'Olga').fields).toEqual({
    title: 'Ada and you changed this from “A” to “C”',
  })
})

test('omits reverted fields and soft amounts from the description of changes', () => {
  const changes = [
    by('Ada', { term: 12, softAmounts: { c: '1.00' } }, { term: 24, softAmounts: { c: '2.00' } }),
    by('Ada', { term: 24 }, { term: 12 }),
  ]
  expect(describeChanges(changes, 'Olga')).toEqual({
    summary: 'Ada changed this loan after you opened it.',
    fields: {},
  })
})

test('omits the authors of a change if none are recorded, and shows "someone" for a user without a name', () => {
  expect(describeChanges([], 'Olga')).toEqual({
    summary: 'This loan was changed after you opened it.',
    fields: {},
  })
  expect(describeChanges([by(null, { ltv: '1.00' }, { ltv: null })], 'Olga').fields).toEqual({
    ltv: 'Someone cleared this; it was 1.00%',
  })
})
