import { roles, type Role } from '#domain/access.ts'
import { loanStatuses } from '#domain/loans/statuses.ts'
import { expect, it } from 'vitest'
import { commitmentStatuses } from './commitments.ts'
import { permissionsOnCommitment } from './permissions.ts'

type Position = Parameters<typeof permissionsOnCommitment>[1]

const book: Position['book'] = { bookStage: 'open', commitmentDeadline: null }
const soft: Position = { status: 'active', isSoft: true, loanStatus: 'open', book }
const binding: Position = { ...soft, isSoft: false }
const positions = commitmentStatuses.flatMap((status) =>
  [true, false].flatMap((isSoft) =>
    loanStatuses.map((loanStatus): Position => ({ status, isSoft, loanStatus, book })),
  ),
)
const caller = (role: Role, isHolder: boolean, isHolderEligible = true) => ({
  role,
  isHolder,
  isHolderEligible,
})
const softActs = ['change', 'withdraw', 'makeBinding']

it('lets lenders act only on their own soft commitments, which they can change, withdraw, or make binding', () => {
  expect(permissionsOnCommitment(caller('lender', true), soft)).toEqual(softActs)
  expect(permissionsOnCommitment(caller('lender', true), binding)).toEqual([])
  for (const position of positions)
    expect(permissionsOnCommitment(caller('lender', false), position)).toEqual([])
})

it('lets administrators act for every lender and release binding commitments', () => {
  for (const isHolder of [true, false]) {
    expect(permissionsOnCommitment(caller('admin', isHolder), soft)).toEqual(softActs)
    expect(permissionsOnCommitment(caller('admin', isHolder), binding)).toEqual(['release'])
  }
})

it("lets administrators end but not change the commitments of a lender who isn't allowed to commit", () => {
  expect(permissionsOnCommitment(caller('admin', false, false), soft)).toEqual(['withdraw'])
  expect(permissionsOnCommitment(caller('admin', false, false), binding)).toEqual(['release'])
})

it("doesn't let visitors or pending lenders act on a commitment", () => {
  for (const role of ['visitor', 'pending'] as const)
    for (const isHolder of [true, false])
      for (const position of positions)
        expect(permissionsOnCommitment(caller(role, isHolder), position)).toEqual([])
})

it('rejects all actions on a commitment that has ended or whose loan is funded', () => {
  const final = positions.filter(
    ({ status, loanStatus }) => status !== 'active' || loanStatus === 'funded',
  )
  for (const role of roles)
    for (const isHolder of [true, false])
      for (const position of final)
        expect(permissionsOnCommitment(caller(role, isHolder), position)).toEqual([])
})

it('follows the deadline and the stage of the book', () => {
  const late = { ...book, commitmentDeadline: '2026-01-01T00:00:00.000Z' }
  const can = (role: Role, state: Position['book'], position = soft) =>
    permissionsOnCommitment(caller(role, true), { ...position, book: state })
  expect(can('lender', late)).toEqual(['change', 'withdraw'])
  expect(can('admin', late)).toEqual(softActs)
  const own = { ...caller('admin', true), isOwnPosition: true }
  expect(permissionsOnCommitment(own, { ...soft, book: late })).toEqual(['change', 'withdraw'])
  const offered = { ...late, bookStage: 'offered' } as const
  for (const role of ['lender', 'admin'] as const) expect(can(role, offered)).toEqual(['withdraw'])
  expect(can('admin', offered, binding)).toEqual(['release'])
  for (const position of [soft, binding])
    expect(can('admin', { ...late, bookStage: 'closed' }, position)).toEqual([])
})
