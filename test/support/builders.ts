import { randomUUID } from 'node:crypto'
import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Database } from '#server/database/client.ts'
import { documents, photos } from '#server/database/schema/documents.ts'
import { insertPerson } from '#server/sign-in/people-of-firms.ts'
import { users } from '#server/database/schema/accounts.ts'
import type { FirmRole } from '#domain/access.ts'
import { hash } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import type { FileStore } from '#server/storage/storage.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Caller } from './caller.ts'
import { exampleLoan } from '#contract/loans/example-loan.ts'

export type Person = Caller & Account

export interface Account {
  id: string
  email: string
  password: string
  firstName: string
  lastName: string
}

type NewLoan = BodyInput<Endpoints['createLoan']>
type CommitmentFields = Partial<BodyInput<Endpoints['createCommitment']>>

export interface CommonBuilders {
  makePending: (fields?: Partial<Account>) => Promise<Person>
  makeLender: (fields?: Partial<Account>) => Promise<Person>
  signIn: (account: Pick<Account, 'email' | 'password'>) => Promise<Person>
  makeLoan: (fields?: Partial<NewLoan>) => Promise<Loan>
  /** Creates a binding commitment of 10% unless the fields say otherwise. */
  makeCommitment: (
    lender: Person,
    loan: Pick<Loan, 'id'>,
    fields?: CommitmentFields,
  ) => Promise<Commitment>
}

export interface Builders extends CommonBuilders {
  makeAdmin: (fields?: Partial<Account>) => Promise<Person>
  /** Creates an approved lender with this role in a new firm. */
  makeMember: (firmRole: FirmRole) => Promise<Person>
  /** Creates an approved lender in the same firm. */
  makeColleague: (
    of: Pick<Person, 'id'>,
    firmRole?: FirmRole,
    fields?: Partial<Account>,
  ) => Promise<Person>
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

/** A loan with every field set to a value other than the default in `makeLoan`, formatted as in responses. */
export const fullLoan = {
  ...exampleLoan,
  title: 'Quay 7',
  borrowerName: 'Quay LLC',
  amount: '2500000.50',
  interestRate: '8.10',
  noteRate: '8.095',
  term: 36,
  status: 'Closing',
  interestReserve: '0.00',
}

export const newEmail = () => `${randomUUID()}@example.com`

export const newAccount = (fields: Partial<Account> = {}) => ({
  email: newEmail(),
  firstName: 'Lena',
  lastName: 'Brook',
  password: 'correct horse battery',
  ...fields,
})

export const asPerson = (
  caller: Caller,
  { id, email, firstName, lastName }: Omit<Account, 'password'>,
  password: string,
): Person => Object.assign(caller, { id, email, firstName, lastName, password })

interface Means {
  visitor: () => Caller
  makePerson: (role: 'pending' | 'lender', fields?: Partial<Account>) => Promise<Person>
  admin: () => Promise<Person>
  newLoan: () => NewLoan
  headers?: Record<string, string>
}

export const commonBuilders = (means: Means): CommonBuilders => ({
  async signIn({ email, password }) {
    const caller = means.visitor()
    const { headers = {} } = means
    const user = await caller.call('login', { body: { email, password }, headers })
    return asPerson(caller, user, password)
  },
  makePending: (fields) => means.makePerson('pending', fields),
  makeLender: (fields) => means.makePerson('lender', fields),
  async makeLoan(fields) {
    const admin = await means.admin()
    return admin.call('createLoan', { body: { ...means.newLoan(), ...fields } })
  },
  makeCommitment: (lender, loan, fields) =>
    lender.call('createCommitment', { body: { loanId: loan.id, percentage: '10', ...fields } }),
})

/** A hash that is cheap to compute, so signing in is fast. The sign-in tests use the app's real hash. */
const cheapHash = (text: string) => hash(text, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export function buildersFor({ db, store, visitor }: Parts): Builders {
  let admin: Promise<Person> | null = null

  const makePerson = async (
    role: 'pending' | 'lender' | 'admin',
    fields?: Partial<Account>,
  ): Promise<Person> => {
    const account = { id: randomUUID(), ...newAccount(fields) }
    const roles = { isAdmin: role === 'admin', isApproved: role !== 'pending' }
    const password = await cheapHash(account.password)
    await insertPerson(db, { ...account, ...roles, password })
    return common.signIn(account)
  }

  const makeColleague: Builders['makeColleague'] = async (
    { id },
    firmRole = 'committer',
    fields = {},
  ) => {
    const account = { id: randomUUID(), ...newAccount({ firstName: 'Luis', ...fields }) }
    const password = await cheapHash(account.password)
    const firmId = sql`(select firm_id from users where id = ${id}::uuid)`
    await db.insert(users).values({ ...account, password, isApproved: true, firmId, firmRole })
    return common.signIn(account)
  }

  const makeMember: Builders['makeMember'] = async (firmRole) => {
    const person = await makePerson('lender')
    await db.update(users).set({ firmRole }).where(eq(users.id, person.id))
    return person
  }

  const makeAdmin = (fields?: Partial<Account>) =>
    makePerson('admin', { firstName: 'Olga', ...fields })

  const common = commonBuilders({
    visitor,
    makePerson,
    admin: () => (admin ??= makeAdmin()),
    newLoan: () => someLoan,
  })

  return {
    ...common,
    makeAdmin,
    makeMember,
    makeColleague,

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
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
