/** Races on the deal desk over two processes on one database. One act wins, and the other gets the state as it is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeDiscrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type Caller, type Reply } from '#test/support/caller.ts'
import { closeBook, closing } from '#test/support/closed-books.ts'
import { today } from '#test/support/closing-things.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { startProgram, type Program } from '#test/support/program.ts'
import { daysAhead, offerTo, openRound, saveDraft } from '#test/support/rounds.ts'
import { checkDeals } from '#test/tools/drill/check-deals.ts'
import { Ledger } from '#test/tools/drill/ledger.ts'

const times = 20

let desk: Desk
let olga: Person
let nora: Person
let lena: Person
let luis: Person
let mara: Person
let programs: Program[]

/** The same person at the one process, and at the other. */
const one = (person: Person): Caller => desk.callerAt(programs[0]?.address ?? '', person)
const other = (person: Person): Caller => desk.callerAt(programs[1]?.address ?? '', person)

interface Race {
  prepare: () => Promise<(() => Promise<Reply>)[]>
  /** The outcomes of the acts, in their order. */
  allowed: RegExp
}

beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  olga = await desk.makeAdmin()
  nora = await desk.makeAdmin()
  lena = await desk.makeLender()
  luis = await desk.makeLender()
  mara = await desk.makeLender()
  const settings = {
    ...{ DATABASE_URL: desk.databaseUrl, DATA_DIR: desk.config.dataDir, SAMPLE_DATA: 'off' },
    ...{ ADMIN_PASSWORD: 'correct horse battery', RATE_LIMIT: 'off', LOG_LEVEL: 'error' },
  }
  programs = await Promise.all([startProgram(settings), startProgram(settings)])
})
afterAll(async () => {
  await Promise.all(programs.map((program) => program.end('SIGTERM')))
  await desk.close()
})

/** A loan of $999,999.99 for which three lenders ask 45% each, with 20% of one of them binding if wanted. */
async function askedLoan({ bound = false } = {}) {
  const loan = await desk.makeLoan({ amount: '999999.99' })
  const binding = bound && (await desk.makeCommitment(lena, loan, { percentage: '20' }))
  for (const lender of [lena, luis, mara])
    await desk.makeCommitment(lender, loan, { percentage: '45', isSoftCommit: 'true' })
  return { ...loan, boundId: binding ? binding.id : '' }
}

async function roundOn(loan: { id: string }) {
  const { id } = await openRound(olga, loan, { hold: '10' })
  const answers = async (lender: Person) => {
    const offer = await offerTo(lender, loan)
    const params = { id: offer.id }
    return {
      accept: (at: Caller) =>
        at.send('acceptOffer', { params, body: { amount: offer.addedAmount } }),
      decline: (at: Caller) => at.send('declineOffer', { params, body: {} }),
    }
  }
  return { end: (at: Caller) => at.send('endRound', { params: { id } }), answers }
}

/** A closed loan of $1,000,000.00 of which one lender owes $400,000.00. */
async function owedLoan() {
  const { id } = await desk.makeLoan({ amount: '1000000.00' })
  await desk.makeCommitment(lena, { id }, { percentage: '40' })
  const { entries } = await closeBook(olga, id, { retainRest: 'true' })
  const firmId = entries.find(({ isHold }) => isHold === 'false')?.firmId ?? ''
  const params = { id }
  const receipt = (amount: string, reference: string) => ({
    params,
    body: { firmId, amount, receivedOn: today(), reference },
  })
  return {
    receipt,
    takeOver: (at: Caller) =>
      at.send('takeOverShare', { params, body: { firmId, reason: 'No money came.' } }),
    reopen: (at: Caller) => at.send('reopenBook', { params, body: { reason: 'A mistake' } }),
    fund: (at: Caller) => at.send('updateLoan', { params, body: { status: 'funded' } }),
  }
}

/** Terms whose time to answer is over, which one lender confirmed, and the other not yet. */
async function unansweredTerms() {
  const { id } = await desk.makeLoan({ amount: '1000000.00' })
  await desk.makeCommitment(lena, { id }, { percentage: '40' })
  await desk.makeCommitment(luis, { id }, { percentage: '60' })
  const body = { amount: '900000.00', reason: 'The borrower takes less.' }
  const proposal = await olga.call('proposeTerms', { params: { id }, body })
  const params = { id: proposal.id }
  await luis.call('confirmTerms', { params, body: { amount: '540000.00' } })
  await desk.rows(
    `update terms_proposals set respond_by = now() - interval '1 second' where id = $1`,
    [proposal.id],
  )
  return {
    confirm: (at: Caller) => at.send('confirmTerms', { params, body: { amount: '360000.00' } }),
    apply: (at: Caller) => at.send('applyTerms', { params }),
    cancel: (at: Caller) => at.send('cancelTerms', { params }),
  }
}

const races: Record<string, Race> = {
  'publishing twice while lenders commit': {
    async prepare() {
      const loan = await askedLoan()
      const { id, bookVersion } = await saveDraft(olga, loan, { hold: '10' })
      const publish = (at: Caller) =>
        at.send('publishAllocation', {
          params: { id },
          body: { bookVersion, respondBy: daysAhead(3) },
        })
      const commit = (at: Caller) =>
        at.send('createCommitment', {
          body: { loanId: loan.id, percentage: '1', isSoftCommit: 'true' },
        })
      return [
        ...[() => publish(one(olga)), () => publish(other(nora))],
        ...[() => commit(one(lena)), () => commit(other(luis)), () => commit(one(mara))],
      ]
    },
    allowed:
      /^(done round_running|round_running done)( book_closed){3}$|^(book_changed ){2}done done done$/,
  },
  'accepting against the end of the round': {
    async prepare() {
      const { answers, end } = await roundOn(await askedLoan())
      const { accept } = await answers(lena)
      return [() => accept(one(lena)), () => end(other(olga))]
    },
    allowed: /^(done|offer_over) done$/,
  },
  'accepting against a release': {
    async prepare() {
      const loan = await askedLoan({ bound: true })
      const { accept } = await (await roundOn(loan)).answers(lena)
      const input = { params: { id: loan.boundId }, body: { reason: 'Agreed' } }
      return [() => accept(one(lena)), () => other(olga).send('releaseCommitment', input)]
    },
    allowed: /^done (done|offer_open)$/,
  },
  'accepting twice': {
    async prepare() {
      const { accept } = await (await roundOn(await askedLoan())).answers(lena)
      return [one, other, one, other].map((at) => () => accept(at(lena)))
    },
    allowed: /^done done done done$/,
  },
  'accepting against declining': {
    async prepare() {
      const { accept, decline } = await (await roundOn(await askedLoan())).answers(lena)
      return [() => accept(one(lena)), () => decline(other(lena))]
    },
    allowed: /^(done already_answered|already_answered done)$/,
  },
  'the last answers': {
    async prepare() {
      const { answers } = await roundOn(await askedLoan())
      const all = await Promise.all([lena, luis, mara].map(answers))
      const callers = [one(lena), other(luis), one(mara)]
      return callers.map((at, index) => async () => all[index]?.accept(at) ?? expect.fail())
    },
    allowed: /^done done done$/,
  },
  'closing twice': {
    async prepare() {
      const { id } = await askedLoan({ bound: true })
      const input = await closing(olga, id, { retainRest: 'true' })
      return [one(olga), other(nora)].map((at) => () => at.send('closeBook', input))
    },
    allowed: /^(done deal_closed|deal_closed done)$/,
  },
  'closing while a lender commits': {
    async prepare() {
      const { id } = await askedLoan({ bound: true })
      const input = await closing(olga, id, { retainRest: 'true' })
      const body = { loanId: id, percentage: '7' }
      return [
        () => one(olga).send('closeBook', input),
        () => other(luis).send('createCommitment', { body }),
      ]
    },
    allowed: /^(done book_closed|book_changed done)$/,
  },
  'receipts beyond what is due': {
    async prepare() {
      const { receipt } = await owedLoan()
      return ['150000.00', '150000.00', '150000.00', '100000.00', '100000.00'].map(
        (amount, index) => () =>
          (index % 2 ? one(olga) : other(nora)).send(
            'createFundsReceipt',
            receipt(amount, `FED ${index}`),
          ),
      )
    },
    allowed: /^(?=.*more_than_due)((done|more_than_due) ?){5}$/,
  },
  'one receipt recorded twice': {
    async prepare() {
      const { receipt } = await owedLoan()
      const input = receipt('1.00', 'FED 1')
      return [one(olga), other(nora)].map((at) => () => at.send('createFundsReceipt', input))
    },
    allowed: /^(done receipt_exists|receipt_exists done)$/,
  },
  'a take-over against a receipt': {
    async prepare() {
      const { receipt, takeOver } = await owedLoan()
      const input = receipt('400000.00', 'FED 1')
      return [() => takeOver(one(olga)), () => other(nora).send('createFundsReceipt', input)]
    },
    allowed: /^(done not_in_register|has_receipts done)$/,
  },
  'reopening against a receipt': {
    async prepare() {
      const { receipt, reopen } = await owedLoan()
      const input = receipt('400000.00', 'FED 1')
      return [() => reopen(one(olga)), () => other(nora).send('createFundsReceipt', input)]
    },
    allowed: /^(done not_closed|has_receipts done)$/,
  },
  'reversing a receipt against funding': {
    async prepare() {
      const { receipt, fund } = await owedLoan()
      const made = await olga.call('createFundsReceipt', receipt('400000.00', 'FED 1'))
      const input = { params: { id: made.id }, body: { reason: 'Returned' } }
      return [() => one(olga).send('reverseFundsReceipt', input), () => fund(other(nora))]
    },
    allowed: /^(done funds_missing|loan_funded done)$/,
  },
  'confirming terms against their application, in which silence lapses': {
    async prepare() {
      const { confirm, apply } = await unansweredTerms()
      return [() => confirm(one(lena)), () => apply(other(olga))]
    },
    allowed: /^(done|proposal_over) done$/,
  },
  'applying terms against their cancellation': {
    async prepare() {
      const { apply, cancel } = await unansweredTerms()
      return [() => apply(one(olga)), () => cancel(other(nora))]
    },
    allowed: /^(done proposal_over|proposal_over done)$/,
  },
}

const outcome = (reply: Reply) => (reply.status < 300 ? 'done' : readRefusal(reply).code)
const rounds = Array.from({ length: times }, (_, index) => index)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(Object.entries(races))('%s', (_title, { prepare, allowed }) => {
  it.each(rounds)('leaves the desk in order, round %i', async (round) => {
    const acts = await prepare()
    // Which act comes first, and by how much, differs between the rounds.
    const replies = await Promise.all(
      acts.map(async (act, index) => {
        await wait(index === round % acts.length ? 0 : round % 7)
        return act()
      }),
    )
    expect(replies.map(outcome).join(' ')).toMatch(allowed)
    expect(await describeDiscrepancies(desk)).toEqual([])
    expect((await checkDeals(desk.rows, new Ledger())).broken).toEqual([])
  })
})
