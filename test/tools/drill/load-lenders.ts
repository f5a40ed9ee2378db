import type { Commitment } from '#contract/book/commitments.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { ask, type Answer } from './ask.ts'
import type { Chance } from './chance.ts'
import type { Person } from './copy.ts'
import type { Attempt, Holding, LaterAct, Outcome, Standing } from './ledger.ts'
import type { Acts, Scene } from './scene.ts'

/** Sends or resends the request for a commitment with its idempotency key. */
export async function sendAttempt(
  scene: Pick<Scene, 'copy' | 'tally'>,
  person: Person,
  attempt: Attempt,
): Promise<Answer> {
  const { call, key, loanId, lenderId, percentage, isSoft } = attempt
  const isOnBehalf = call === 'recordCommitment'
  return ask(scene, person, call, {
    ...(isOnBehalf && { params: { loanId } }),
    headers: { 'idempotency-key': key },
    body: {
      loanId,
      percentage: String(percentage),
      isSoftCommit: isSoft ? 'true' : 'false',
      ...(isOnBehalf && { lenderId }),
    },
  })
}

export const idOf = ({ body }: Answer) => (body as Commitment | null)?.id ?? null

/**
 * Half of the time, retries a request that got no response, using the same key, instead of making a new commitment.
 * Some outcomes therefore remain unknown after the fault.
 */
export function committing(
  scene: Scene,
  person: Person,
  propose: () => Pick<Attempt, 'call' | 'lenderId' | 'loanId' | 'percentage' | 'isSoft'>,
): () => Promise<Outcome> {
  const { copy, chance } = scene
  let again: Attempt | null = null
  return async () => {
    const attempt = again ?? {
      ...propose(),
      key: `drill-${scene.round}-${copy.ledger.nextNumber()}`,
      callerId: person.id,
      outcome: 'unsent',
      commitmentId: null,
    }
    copy.ledger.attempts.set(attempt.key, attempt)
    const answer = await sendAttempt(scene, person, attempt)
    copy.ledger.mark(attempt, answer.outcome, idOf(answer))
    const isOpen = !['acknowledged', 'refused'].includes(answer.outcome)
    again = isOpen && chance.isTrue(0.5) ? attempt : null
    return answer.outcome
  }
}

/** Changes a commitment with a known state and no other action in progress. */
export async function actOn(
  scene: Scene,
  holding: Holding | undefined,
  send: (holding: Holding) => { kind: LaterAct; after: Standing; sent: Promise<Answer> },
): Promise<Outcome | null> {
  if (!holding) return null
  holding.isBusy = true
  const { kind, after, sent } = send(holding)
  const { outcome } = await sent
  scene.copy.ledger.act(holding, kind, after, outcome)
  holding.isBusy = false
  return outcome
}

export function pickHolding(
  { copy, chance, loans }: Scene,
  isFit: (holding: Holding) => boolean,
): Holding | undefined {
  const here = new Set(loans.map((loan) => loan.id))
  return chance.one(
    [...copy.ledger.holdings.values()].filter(
      (holding) =>
        here.has(holding.loanId) &&
        !holding.isBusy &&
        holding.possible.length === 0 &&
        holding.standing.status === 'active' &&
        isFit(holding),
    ),
  )
}

export function actsOfLender(scene: Scene, lender: Person): { chance: Chance; acts: Acts } {
  const { chance, loans } = scene
  const anyLoan = () => chance.one(loans)?.id ?? ''
  const read = async (call: EndpointName, params = {}) =>
    (await ask(scene, lender, call, { params })).outcome
  const acts: Acts = [
    [
      45,
      committing(scene, lender, () => ({
        call: 'createCommitment',
        lenderId: lender.id,
        loanId: anyLoan(),
        percentage: chance.whole(1, 12),
        isSoft: chance.isTrue(0.5),
      })),
    ],
    [12, () => change(scene, lender)],
    [9, () => endSoft(scene, lender, 'commitmentWithdrawn', { status: 'withdrawn' })],
    [12, () => endSoft(scene, lender, 'commitmentMadeBinding', { isSoft: false })],
    [8, () => read('listOwnCommitments')],
    [8, () => read('getLoan', { id: anyLoan() })],
    [6, () => read('getStats')],
  ]
  return { chance, acts }
}

const pickOwnSoft = (scene: Scene, lender: Person) =>
  pickHolding(scene, ({ lenderId, standing }) => lenderId === lender.id && standing.isSoft)

const change = (scene: Scene, lender: Person) =>
  actOn(scene, pickOwnSoft(scene, lender), ({ id, standing }) => {
    // The share must be different, because saving an unchanged share has no effect and adds no audit entry.
    const percentage = (standing.percentage % 12) + scene.chance.whole(1, 3)
    return {
      kind: 'commitmentChanged',
      after: { ...standing, percentage },
      sent: ask(scene, lender, 'changeCommitment', {
        params: { id },
        body: { percentage: String(percentage) },
      }),
    }
  })

const calls = {
  commitmentWithdrawn: 'withdrawCommitment',
  commitmentMadeBinding: 'makeCommitmentBinding',
} as const

const endSoft = (
  scene: Scene,
  lender: Person,
  kind: keyof typeof calls,
  becomes: Partial<Standing>,
) =>
  actOn(scene, pickOwnSoft(scene, lender), ({ id, standing }) => ({
    kind,
    after: { ...standing, ...becomes },
    sent: ask(scene, lender, calls[kind], {
      params: { id },
      ...(kind === 'commitmentMadeBinding' && { body: {} }),
    }),
  }))
