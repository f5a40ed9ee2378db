/** Idempotency-Key on every call that accepts one. `book/commitments-keys.test.ts` has what else a key does. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EndpointName, Endpoints } from '#contract/endpoints.ts'
import { fullLoan, type Person } from '#test/support/builders.ts'
import { readJson, readRefusal, type Reply } from '#test/support/caller.ts'
import { fingerprint } from '#test/support/counts.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sendFile } from '#test/support/importing.ts'

let desk: Desk
let admin: Person
let lender: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  lender = await desk.makeLender()
})
afterAll(() => desk.close())

type IdempotentCall = {
  [Name in EndpointName]: Endpoints[Name] extends { idempotent: true } ? Name : never
}[EndpointName]

type Headers = Record<string, string>
interface Repeated {
  send: (headers: Headers) => Promise<Reply>
  /** Sends another request. */
  sendOther: (headers: Headers) => Promise<Reply>
}

const sending = (
  caller: Person,
  name: IdempotentCall,
  { body, ...input }: { params?: Record<string, string>; body: object },
  other: object,
): Repeated => ({
  send: (headers) => caller.send(name, { ...input, body, headers }),
  sendOther: (headers) => caller.send(name, { ...input, body: { ...body, ...other }, headers }),
})

const importing = (kind: 'loans' | 'lenders', file: string, other: string): Repeated => {
  const query = { kind, filename: 'Import.csv' }
  return {
    send: (headers) => sendFile(admin, 'import', query, file, headers),
    sendOther: (headers) => sendFile(admin, 'import', query, other, headers),
  }
}

const instruction = { instructedBy: 'Ada Cole, by phone', instructedOn: '2026-01-05' }
const commitmentOf = async (isSoftCommit: 'true' | 'false') =>
  desk.makeCommitment(lender, await desk.makeLoan(), { percentage: '5', isSoftCommit })
const newLoanId = async () => (await desk.makeLoan()).id
const loansFile = 'Title,Borrower,Amount,Rate,Term\nPier 4,Pier LLC,1000000,7.25,24\n'

const prepare: Record<IdempotentCall, (name: IdempotentCall) => Promise<Repeated>> = {
  async createCommitment(name) {
    const body = { loanId: await newLoanId(), percentage: '5' }
    return sending(lender, name, { body }, { percentage: '6' })
  },
  async recordCommitment(name) {
    const loanId = await newLoanId()
    const body = { loanId, lenderId: lender.id, percentage: '5', ...instruction }
    return sending(admin, name, { params: { loanId }, body }, { percentage: '6' })
  },
  async makeCommitmentBinding(name) {
    const { id, amount, interestRate, term } = await commitmentOf('true')
    const input = { params: { id }, body: { amount, interestRate, term } }
    return sending(lender, name, input, { term: term + 1 })
  },
  async makeCommitmentBindingOnBehalf(name) {
    const { id, amount, interestRate, term } = await commitmentOf('true')
    const input = { params: { id }, body: { ...instruction, amount, interestRate, term } }
    return sending(admin, name, input, { term: term + 1 })
  },
  async releaseCommitment(name) {
    const { id } = await commitmentOf('false')
    const input = { params: { id }, body: { reason: 'The loan is smaller.' } }
    return sending(admin, name, input, { reason: 'The lender asked.' })
  },
  async createLoan(name) {
    return sending(admin, name, { body: fullLoan }, { title: 'Quay 8' })
  },
  async createMessage(name) {
    const body = { loanId: await newLoanId(), message: 'Is the roof new?' }
    return sending(lender, name, { body }, { message: 'Is the floor new?' })
  },
  importLoans: async () => importing('loans', loansFile, loansFile.replace('Pier 4', 'Pier 5')),
  importLenders: async () =>
    importing('lenders', 'Email\nada@example.com\n', 'Email\nben@example.com\n'),
}

const everything = async () => [
  await fingerprint(desk),
  await desk.rows('select count(*) from audit'),
]

it.each(Object.keys(prepare) as IdempotentCall[])(
  'answers a repeated %s the same, changes nothing, and refuses another body under its key',
  async (name) => {
    const { send, sendOther } = await prepare[name](name)
    const headers = { 'idempotency-key': `one-${name}` }
    const answers = await Promise.all([send(headers), send(headers)])
    const [first] = answers
    expect([200, 201], first.text).toContain(first.status)
    const before = await everything()

    for (const answer of [...answers, await send(headers)])
      expect([answer.status, readJson(answer)]).toEqual([first.status, readJson(first)])
    const refused = await sendOther(headers)
    expect([refused.status, readRefusal(refused).code]).toEqual([409, 'key_reused'])
    expect(await everything()).toEqual(before)
  },
)
