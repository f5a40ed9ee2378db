/** Makes what a test needs but doesn't test: people, loans, positions, files. */
import { randomUUID } from 'node:crypto'
import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Database } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { hash } from '@node-rs/argon2'
import type { FileStore } from '#server/storage/storage.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Caller } from './caller.ts'
import { exampleLoan } from './example-loan.ts'

/** A signed-in user. */
export type Person = Caller & Account

export interface Account {
  id: string
  email: string
  password: string
  firstName: string
  lastName: string
}

type LoanFields = Partial<BodyInput<Endpoints['createLoan']>>
type CommitmentFields = Partial<BodyInput<Endpoints['createCommitment']>>

export interface Builders {
  makePending: (fields?: Partial<Account>) => Promise<Person>
  makeLender: (fields?: Partial<Account>) => Promise<Person>
  makeAdmin: (fields?: Partial<Account>) => Promise<Person>
  /** Signs in once more, as from another browser. */
  signIn: (account: Account) => Promise<Person>
  makeLoan: (fields?: LoanFields) => Promise<Loan>
  /** Binding and of 10% unless specified otherwise. */
  makeCommitment: (
    lender: Person,
    loan: Pick<Loan, 'id'>,
    fields?: CommitmentFields,
  ) => Promise<Commitment>
  makeDocument: (loan: Pick<Loan, 'id'>, fields?: StoredFields) => Promise<Stored>
  makePhoto: (
    loan: Pick<Loan, 'id'>,
    fields?: StoredFields & { isCover?: boolean; caption?: string },
  ) => Promise<Stored>
}

export interface StoredFields {
  filename?: string
  fileType?: string
  bytes?: Buffer
}
export interface Stored {
  id: string
  fileUrl: string
  bytes: Buffer
}

interface Parts {
  db: Database
  store: FileStore
  visitor: () => Caller
}

/** A loan with every field, none as `makeLoan` has it, in the spelling of answers. */
export const fullLoan = {
  ...exampleLoan,
  title: 'Quay 7',
  borrowerName: 'Quay LLC',
  amount: '2500000.50',
  interestRate: '8.10',
  term: 36,
  status: 'Closing',
  interestReserve: '0.00',
}

/** An address that isn't in use. */
export const newEmail = () => `${randomUUID()}@example.com`

const password = 'correct horse battery'
/** A cheap hash, so that signing in costs little; the tests of sign-in use the product's own hash. */
const cheapHash = (text: string) => hash(text, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export function buildersFor({ db, store, visitor }: Parts): Builders {
  let admin: Promise<Person> | null = null

  const signIn = async (account: Account): Promise<Person> => {
    const caller = visitor()
    await caller.call('login', { body: { email: account.email, password: account.password } })
    const { id, email, firstName, lastName } = account
    return Object.assign(caller, { id, email, firstName, lastName, password: account.password })
  }

  const makePerson = async (
    role: { isAdmin: boolean; isApproved: boolean },
    fields: Partial<Account> = {},
  ) => {
    const id = randomUUID()
    const account = {
      id,
      email: `${id}@example.com`,
      firstName: 'Lena',
      lastName: 'Brook',
      password,
      ...fields,
    }
    const stored = { ...account, ...role, password: await cheapHash(account.password) }
    await db.insert(users).values(stored)
    return signIn(account)
  }

  const makeAdmin = (fields?: Partial<Account>) =>
    makePerson({ isAdmin: true, isApproved: true }, { firstName: 'Olga', ...fields })

  return {
    signIn,
    makeAdmin,
    makePending: (fields) => makePerson({ isAdmin: false, isApproved: false }, fields),
    makeLender: (fields) => makePerson({ isAdmin: false, isApproved: true }, fields),

    async makeLoan(fields) {
      admin ??= makeAdmin()
      return (await admin).call('createLoan', { body: { ...someLoan, ...fields } })
    },

    makeCommitment: (lender, loan, fields) =>
      lender.call('createCommitment', { body: { loanId: loan.id, percentage: '10', ...fields } }),

    async makeDocument(loan, { filename = 'Appraisal.pdf', fileType = pdf, bytes = page } = {}) {
      const row = { id: randomUUID(), fileUrl: `documents/${randomUUID()}` }
      await store.write(row.fileUrl, bytes)
      await db.insert(documents).values({ ...row, loanId: loan.id, filename, fileType })
      return { ...row, bytes }
    },

    async makePhoto(loan, { filename = 'Front.png', bytes = pixel, isCover, caption } = {}) {
      const row = { id: randomUUID(), fileUrl: `photos/${randomUUID()}.png` }
      await store.write(row.fileUrl, bytes)
      await db.insert(photos).values({
        ...row,
        loanId: loan.id,
        filename,
        contentType: 'image/png',
        isCover: isCover ?? false,
        caption: caption ?? '',
      })
      return { ...row, bytes }
    },
  }
}

const someLoan = {
  title: 'Pier 4 Warehouse',
  borrowerName: 'Pier Four LLC',
  amount: '1000000.00',
  interestRate: '7.25',
  term: 24,
}

const pdf = 'application/pdf'
const page = Buffer.from('%PDF-1.4\n% a page of which nothing but its bytes matters\n%%EOF\n')
/** One transparent pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
