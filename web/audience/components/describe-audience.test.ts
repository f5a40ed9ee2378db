import type { AccessRequest } from '#contract/audience/shapes.ts'
import type { Audience } from '#domain/audience/audiences.ts'
import type { Percent } from '#domain/money.ts'
import { titleOfFirm } from '#domain/firms/people.ts'
import { expect, it } from 'vitest'
import {
  askersLeftOut,
  countAffected,
  countAll,
  describePeople,
  describePosition,
  effectOf,
  isHolder,
  nameFirms,
} from './describe-audience.ts'

const firmOf = (name: string, ...people: string[]) => ({
  name,
  companyName: null,
  people: people.map((person) => ({ id: person, name: person })),
})
const position = (binding: string, soft: string) => ({
  bindingPercentage: binding as Percent,
  softPercentage: soft as Percent,
})

it("shows a firm's position only if it has one", () => {
  expect(describePosition(position('10.00', '5.00'))).toBe('10% binding, 5% soft')
  expect(describePosition(position('0.00', '2.50'))).toBe('2.5% soft')
  expect(describePosition(position('0.00', '0.00'))).toBeNull()
  expect(isHolder(position('0.00', '0.01'))).toBe(true)
  expect(isHolder(position('0.00', '0.00'))).toBe(false)
})

it("omits the people of a firm that goes by its only person's name", () => {
  expect(describePeople(firmOf('Alder Bank', 'Jane Roe', 'Sam Lee'))).toBe('Jane Roe, Sam Lee')
  expect(describePeople(firmOf('Alder Bank', 'Jane Roe'))).toBe('Jane Roe')
  expect(describePeople(firmOf('Jane Roe', 'Jane Roe'))).toBeNull()
  expect(describePeople(firmOf('Alder Bank'))).toBe('No approved lender')
})

it('names a firm without its own name by its company, with its only person', () => {
  const firm = { ...firmOf('Jane Roe', 'Jane Roe'), companyName: 'Alder Bank' }
  expect(titleOfFirm(firm)).toBe('Alder Bank')
  expect(describePeople(firm)).toBe('Jane Roe')
  expect(nameFirms([firm, firmOf('Sam Lee')])).toBe('Alder Bank and Sam Lee')
  const other = { ...firm, name: 'Ada Cole' }
  expect(nameFirms([firm, other])).toBe('Alder Bank (Jane Roe) and Alder Bank (Ada Cole)')
})

it('counts firms and their people', () => {
  expect(countAll([])).toBe('0 firms (0 people)')
  expect(countAll([firmOf('A', 'a')])).toBe('1 firm (1 person)')
  expect(countAll([firmOf('A', 'a', 'b'), firmOf('B', 'c')])).toBe('2 firms (3 people)')
})

it('finds the firms that ask for access and would not get it', () => {
  const firms = ['Alder', 'Birch', 'Cedar'].map((name) => ({
    ...{ ...firmOf(name), ...position('0.00', '0.00'), id: name, sees: 'teaser' as const },
    ...{ isAdmitted: 'false' as const, admittedAt: null, admittedBy: null },
  }))
  const askers = new Set(['Alder', 'Birch'])
  const leftOut = (audience: Audience) =>
    nameFirms(askersLeftOut(firms, askers, firms.slice(0, 1), audience))
  expect(leftOut('teaser')).toBe('Birch')
  expect(leftOut('everyone')).toBe('')
})

it('names all firms, or three and the number of the others', () => {
  const named = (...names: string[]) => nameFirms(names.map((name) => ({ name })))
  expect(named('A')).toBe('A')
  expect(named('A', 'B', 'C', 'D')).toBe('A, B, C, and D')
  expect(named('A', 'B', 'C', 'D', 'E')).toBe('A, B, C and 2 more')
})

it('lists the firms that see less or more after a change, and whether they are notified', () => {
  const seeing = (name: string, sees: 'full' | 'nothing') => ({
    ...{ ...firmOf(name), ...position('0.00', '0.00'), id: name, sees },
    ...{ isAdmitted: 'false' as const, admittedAt: null, admittedBy: null },
  })
  const [alder, birch, cedar] = [
    seeing('Alder', 'full'),
    seeing('Birch', 'nothing'),
    seeing('Cedar', 'nothing'),
  ]
  const request = { firmId: 'Cedar', state: 'open' } as AccessRequest
  const effect = (audience: Audience, ...chosen: (typeof alder)[]) => {
    const stored = {
      ...{ firms: [alder, birch, cedar], requests: [request] },
      audience: 'invited' as const,
    }
    const { losses, gains } = effectOf(stored, chosen, audience)
    return [...losses, ...gains].map(({ name, firms }) => `${name}: ${nameFirms(firms)}`)
  }
  expect(effect('everyone')).toEqual([
    'Newly see it, not notified: Birch',
    'Notified of their access: Cedar',
  ])
  expect(effect('teaser')).toEqual([
    'Only the teaser from now on: Alder',
    'Newly see the teaser, not notified: Cedar and Birch',
  ])
  expect(effect('invited', birch)).toEqual([
    'No longer see it: Alder',
    'Notified of their access: Birch',
  ])
  const stored = {
    ...{ firms: [alder, { ...cedar, sees: 'teaser' as const }], requests: [request] },
    audience: 'teaser' as const,
  }
  const [loss] = effectOf(stored, [], 'invited').losses
  expect(loss && [nameFirms(loss.firms), countAffected(loss)]).toEqual([
    'Cedar and Alder',
    '2 firms, and all visitors',
  ])
})
