import type { FirmProposal } from '#contract/firms/shapes.ts'
import { parseMoney, zeroMoney } from '#domain/money.ts'
import { expect, it } from 'vitest'
import {
  describeDomain,
  describeFixed,
  describeJoining,
  describeLeft,
  joinsAtFirst,
  obstacleToMerge,
  planOf,
  roleAtFirst,
  wouldStrand,
} from './firm-plan.ts'

const person = (name: string, can: 'move'[] = ['move']) => ({
  ...{ id: `${name}-person`, name, email: '', can },
  ...{ firmRole: 'manager' as const, state: 'active' as const },
})
const firm = (
  id: string,
  name: string | null,
  mayMove: boolean,
): FirmProposal['firms'][number] => ({
  ...{ id, name, displayName: name ?? id, companyName: null, isOriginator: 'false' as const },
  ...{ people: 1, pending: 0, activeLoans: 0, bindingAmount: zeroMoney, softAmount: zeroMoney },
  ...{ admittedLoans: 0, accessRequests: 0, restrictedLoans: [] },
  ...{ createdAt: '2026-01-05T15:04:00.000Z', deactivatedAt: null, lastSignInAt: null },
  peopleList: [person(id, mayMove ? ['move'] : [])],
})
const plan = (firms: FirmProposal['firms'], keptId?: string) => {
  const { kept, movable } = planOf({ companyName: 'Alder Bank', firms }, keptId)
  return { kept: kept?.id, moved: movable.map(({ name }) => name) }
}

it('proposes to keep the firm that has records, then the one with a name', () => {
  expect(plan([firm('a', null, true), firm('b', null, false)])).toMatchObject({ kept: 'b' })
  expect(plan([firm('a', 'Alder', true), firm('b', null, true)])).toMatchObject({ kept: 'a' })
  expect(plan([firm('a', null, true), firm('b', null, true)], 'a')).toMatchObject({ kept: 'a' })
  const stranger = {
    ...firm('b', null, true),
    peopleList: [{ ...person('b'), email: 'b@gmail.com' }],
  }
  expect(plan([firm('a', null, true), firm('c', null, true), stranger])).toMatchObject({
    kept: 'c',
  })
})

it('leaves people apart whose firm has records', () => {
  const firms = [firm('a', 'Alder', false), firm('b', null, false), firm('c', null, true)]
  expect(plan(firms)).toEqual({ kept: 'a', moved: ['c'] })
})

it("says why a firm's people can't leave it, and what helps", () => {
  const fixed = firm('b', null, false)
  expect(describeFixed(firm('c', null, true))).toBeNull()
  const soft = { activeLoans: 1, softAmount: parseMoney('1092000') ?? zeroMoney }
  expect(describeFixed({ ...fixed, ...soft })).toBe(
    "b can't join: their firm holds $1,092,000.00 soft on 1 loan, which stays there with someone active. Invite a colleague to that firm first.",
  )
  expect(describeFixed(fixed)).toContain('has commitments or messages on record')
  expect(describeFixed({ ...fixed, peopleList: [person('b', []), person('c')] })).toBe(
    "b can't join: another person of their firm must be its manager first.",
  )
})

it('warns of a person whose email address has another domain than those kept, or a public one', () => {
  const kept = (email: string) => ({
    ...firm('a', null, true),
    peopleList: [{ ...person('a'), email }],
  })
  const warning = (email: string, keptEmail = 'a@Alder.example') =>
    describeDomain({ ...person('b'), email }, kept(keptEmail))
  expect(warning('b@alder.example')).toBeNull()
  expect(warning('b@alder.example.net')).toBe('Another email domain')
  expect(warning('b@gmail.com', 'a@gmail.com')).toBe('Public email service')
  const joins = (email: string) => joinsAtFirst({ ...person('b'), email }, kept('a@alder.example'))
  expect(['b@alder.example', 'b@gmail.com', 'b@birch.example'].map(joins)).toEqual([
    ...[true, false, false],
  ])
})

it('names those who join but await approval, and the loans that the people newly see', () => {
  const kept = { ...firm('a', null, false), restrictedLoans: ['Alder Court', 'Birch Row'] }
  const left = { ...firm('b', null, true), restrictedLoans: ['Birch Row'] }
  const active = person('b')
  const pending = { ...active, state: 'pending' as const }
  const joining = (...people: (typeof active | typeof pending)[]) =>
    describeJoining({ ...kept, name: 'Alder' }, [left, firm('c', null, true)], people, 'Alder Bank')
  expect(joining(active)).toEqual(['b newly sees Alder Court.', 'c stays a possible duplicate.'])
  expect(joining(pending)[0]).toBe('b still awaits your approval.')
  expect(joining()).toEqual(['Nobody is chosen to join.'])
  expect(describeJoining(kept, [left], [active], 'Alder Bank')[0]).toBe(
    'The kept firm gets the name Alder Bank, and keeps it even if its people change. You can rename it.',
  )
  expect([active, pending].map(roleAtFirst)).toEqual(['committer', 'viewer'])
})

it('says why the chosen people cannot be moved', () => {
  const obstacle = (firms: FirmProposal['firms'], ...names: string[]) => {
    const proposed = planOf({ companyName: 'Alder Bank', firms })
    return obstacleToMerge(
      proposed,
      proposed.movable.filter(({ name }) => names.includes(name)),
    )
  }
  const kept = firm('a', 'Alder', false)
  expect(obstacle([kept, firm('b', null, false)])).toContain('Nobody can join yet.')
  expect(obstacle([kept, firm('b', null, true)])).toBe('Choose who joins.')
  expect(obstacle([kept, firm('b', null, true)], 'b')).toBeNull()
  const stranger = (name: string) => ({
    ...firm(name, null, true),
    peopleList: [{ ...person(name), email: `${name}@gmail.com` }],
  })
  expect(obstacle([kept, stranger('b')])).toBe(
    'Choose who joins. The email address of b has a warning, so check it first.',
  )
  expect(obstacle([kept, stranger('b'), stranger('c')])).toContain('of b and c have warnings')
  const held = {
    ...{ ...firm('b', null, true), activeLoans: 1 },
    bindingAmount: parseMoney('500000') ?? zeroMoney,
  }
  expect(obstacle([kept, held], 'b')).toContain('so someone active must stay in it.')
})

it('describes what becomes of the firms that people leave', () => {
  const joining = new Set(['a-person'])
  const alone = firm('a', null, true)
  expect(describeLeft(firm('b', null, true), joining)).toBeNull()
  expect(describeLeft(alone, joining)).toBe('The firm of a has no positions, and ends.')
  expect(describeLeft({ ...alone, admittedLoans: 2, accessRequests: 1 }, joining)).toBe(
    'The firm of a has no positions, and ends with its admission to 2 loans and its requests for access.',
  )
  const held = {
    ...{ ...alone, activeLoans: 1, bindingAmount: parseMoney('500000') ?? zeroMoney },
    peopleList: [person('a'), person('c')],
  }
  expect(describeLeft(held, joining)).toBe('The firm of c keeps $500,000.00 binding on 1 loan.')
  expect(wouldStrand(held, joining)).toBe(false)
  const all = new Set(['a-person', 'c-person'])
  expect(describeLeft(held, all)).toBe(
    'The firm of a and c keeps $500,000.00 binding on 1 loan, so someone active must stay in it.',
  )
  expect(wouldStrand(held, all)).toBe(true)
})
