import type { FirmProposal } from '#contract/firms/shapes.ts'
import { zeroMoney } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { planOf } from './firm-plan.ts'

const firm = (
  id: string,
  name: string | null,
  mayMove: boolean,
): FirmProposal['firms'][number] => ({
  ...{ id, name, displayName: name ?? id, companyName: null, isOriginator: 'false' as const },
  ...{ people: 1, pending: 0, activeLoans: 0, bindingAmount: zeroMoney, softAmount: zeroMoney },
  ...{ createdAt: '2026-01-05T15:04:00.000Z', deactivatedAt: null, lastSignInAt: null },
  peopleList: [{ id: `${id}-person`, name: id, email: '', can: mayMove ? ['move'] : [] }],
})
const plan = (firms: FirmProposal['firms'], keptId?: string) => {
  const { kept, moved, left } = planOf({ companyName: 'Alder Bank', firms }, keptId)
  return {
    kept: kept?.id,
    moved: moved.map(({ name }) => name),
    left: left.map(({ name }) => name),
  }
}

it('proposes to keep the firm that has records, then the one with a name', () => {
  expect(plan([firm('a', null, true), firm('b', null, false)])).toMatchObject({ kept: 'b' })
  expect(plan([firm('a', 'Alder', true), firm('b', null, true)])).toMatchObject({ kept: 'a' })
  expect(plan([firm('a', null, true), firm('b', null, true)], 'a')).toMatchObject({ kept: 'a' })
})

it('leaves people apart whose firm has records', () => {
  const firms = [firm('a', 'Alder', false), firm('b', null, false), firm('c', null, true)]
  expect(plan(firms)).toEqual({ kept: 'a', moved: ['c'], left: ['b'] })
})
