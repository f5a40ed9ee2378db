/** The facts of a sheet, from the lines of the book and the deal's limits. */
import type { Allocation, Allocations } from '#contract/deal/allocations.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import type { HolderNames } from '#domain/book/deal/holder-names.ts'
import { lendersOf } from '#domain/deal/lenders.ts'
import { noChoice, type ChoiceInput, type SheetFacts, type SheetInput } from './sheet-input.ts'

export function factsOf({ loan, settings }: Deal, { lines }: Allocations): SheetFacts {
  const book = lines.map(
    ({ lenderName: _name, companyName: _company, isSoft, isHold, ...line }) => ({
      ...line,
      isSoft: isSoft === 'true',
      isHold: isHold === 'true',
    }),
  )
  const { minShare, maxShare } = settings
  return { loanAmount: loan.amount, minShare, maxShare, lines: book, lenders: lendersOf(book) }
}

export const namesOf = ({ lines }: Allocations): ReadonlyMap<string, HolderNames> =>
  new Map(lines.map(({ firmId, lenderName, companyName }) => [firmId, { lenderName, companyName }]))

/** The fields as saved, or those of a first draft. */
export function savedInput({ settings, totals }: Deal, draft: Allocation | null): SheetInput {
  const { order } = draft ?? { order: { kind: 'proRata' as const } }
  return {
    order: order.kind,
    upTo: order.kind === 'smallFirst' ? order.upTo : '10',
    before: order.kind === 'earlyFirst' ? order.before : '',
    hold: draft?.hold ?? totals.holdPercentage,
    step: settings.shareStep,
    note: draft?.note ?? '',
    choices: Object.fromEntries(
      (draft?.lines ?? []).flatMap((line) => {
        const choice = choiceOf(line, order.kind === 'byHand')
        return isChosen(choice) ? [[line.firmId, choice]] : []
      }),
    ),
  }
}

const choiceOf = (
  { tier, pinned, fixed, reason }: Allocation['lines'][number],
  isByHand: boolean,
): ChoiceInput => ({
  tier: isByHand && tier !== null && tier !== 1 ? String(tier) : '',
  pinned: pinned ?? '',
  fixed: fixed ?? '',
  reason: reason ?? '',
})

const isChosen = (choice: ChoiceInput) => Object.values(choice).some((text) => text !== '')

/** Sets fields of one lender's choice. A tier of 1 is the same as none. */
export function withChoice(
  input: SheetInput,
  firmId: string,
  change: Partial<ChoiceInput>,
): SheetInput {
  const choice = { ...(input.choices[firmId] ?? noChoice), ...change }
  if (choice.tier === '1') choice.tier = ''
  if (choice.fixed === '') choice.reason = ''
  const { [firmId]: _before, ...others } = input.choices
  return { ...input, choices: isChosen(choice) ? { ...others, [firmId]: choice } : others }
}

export function isSameInput(one: SheetInput, other: SheetInput): boolean {
  return comparable(one) === comparable(other)
}

/** Ignores the parameters that the order doesn't use. */
const comparable = ({ choices, upTo, before, ...rest }: SheetInput): string =>
  JSON.stringify([
    ...[rest.order, rest.hold, rest.step, rest.note],
    rest.order === 'smallFirst' ? upTo : null,
    rest.order === 'earlyFirst' ? before : null,
    Object.entries(choices)
      .map(([firmId, { tier, pinned, fixed, reason }]) => [firmId, tier, pinned, fixed, reason])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  ])
