import type { Percent } from '#domain/money.ts'
import { titleOfFirm } from '#domain/firms/people.ts'
import { expect, it } from 'vitest'
import {
  countAll,
  describePeople,
  describePosition,
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
})

it('counts firms and their people', () => {
  expect(countAll([])).toBe('0 firms (0 people)')
  expect(countAll([firmOf('A', 'a')])).toBe('1 firm (1 person)')
  expect(countAll([firmOf('A', 'a', 'b'), firmOf('B', 'c')])).toBe('2 firms (3 people)')
})

it('names all firms, or three and the number of the others', () => {
  const named = (...names: string[]) => nameFirms(names.map((name) => ({ name })))
  expect(named('A')).toBe('A')
  expect(named('A', 'B', 'C', 'D')).toBe('A, B, C, and D')
  expect(named('A', 'B', 'C', 'D', 'E')).toBe('A, B, C and 2 more')
})
