/**
 * Writes the registers and the receipts of a loan as a journal that ledger and hledger read. Each transaction adds up to
 * zero, because its last posting is computed.
 */
import { exactly, type Money } from '#domain/money.ts'

interface JournalEntry {
  firmId: string
  lenderName: string
  /** True for the share that the originator keeps. */
  isHold: boolean
  amount: Money
}

export interface JournalRegister {
  version: number
  /** The day on which the version took effect. */
  day: string
  /** True if the book was reopened, so that the version counts for nothing from `endDay`. */
  isVoid: boolean
  endDay: string | null
  /** True if the loan was funded before its book was closed, so that nothing is due. */
  wasFunded: boolean
  entries: readonly JournalEntry[]
}

export interface JournalReceipt {
  firmId: string
  lenderName: string
  amount: Money
  day: string
  /** The bank's reference. */
  reference: string
  reversal: { day: string; reason: string } | null
}

export interface JournalSource {
  loanId: string
  loanTitle: string
  registers: readonly JournalRegister[]
  receipts: readonly JournalReceipt[]
}

interface Transaction {
  day: string
  code: string
  description: string
  postings: ReadonlyMap<string, bigint>
  /** The account of the last posting. */
  balancedBy: string
}

/** Two spaces, a tab or a semicolon end a name, a colon divides it, and hledger divides a description at a bar. */
function safeName(text: string): string {
  const safe = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/ ?: ?/g, ' - ')
    .replaceAll(';', ',')
    .replaceAll('|', '/')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return safe || 'Unnamed'
}

/** A code is between parentheses. */
const safeCode = (text: string) => safeName(text.replaceAll(/[()]/g, ' '))

export function writeJournal(source: JournalSource): string {
  const loan = safeName(source.loanTitle)
  const accounts = {
    bank: 'Assets:Bank',
    kept: `Assets:Loan Kept:${loan}`,
    closed: `Equity:Loan Closed:${loan}`,
    lenders: lenderAccounts(source, loan),
  }
  const transactions = [
    ...registerTransactions(source, accounts),
    ...receiptTransactions(source, accounts),
  ]
  const head = `; Registers and receipts of ${loan}, loan ${safeName(source.loanId)}, in US dollars\n`
  // The order of transactions of one day stays as it is.
  const ordered = transactions.toSorted((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
  )
  const changing = ordered.filter(({ postings }) => postings.size > 0)
  return [head, ...changing.map(writeTransaction)].join('\n')
}

interface Accounts {
  bank: string
  kept: string
  closed: string
  lenders: ReadonlyMap<string, string>
}

const inOrder = (registers: readonly JournalRegister[]) =>
  registers.toSorted((one, other) => one.version - other.version)

/** A lender's account has its latest name. Lenders with the same name have the start of their ids, too. */
function lenderAccounts({ registers, receipts }: JournalSource, loan: string) {
  const names = new Map<string, string>()
  const lines = inOrder(registers).flatMap(({ entries }) => entries)
  for (const { firmId, lenderName } of [...receipts, ...lines])
    names.set(firmId, safeName(lenderName))
  const used = [...names.values()].map((name) => name.toLowerCase())
  const isUnique = (name: string) => used.filter((each) => each === name.toLowerCase()).length === 1
  return new Map(
    [...names].map(([firmId, name]) => [
      firmId,
      `Assets:Due From Lenders:${loan}:${isUnique(name) ? name : `${name} ${firmId}`}`,
    ]),
  )
}

const lenderAccount = ({ lenders }: Accounts, firmId: string) =>
  lenders.get(firmId) ?? `Assets:Due From Lenders:${firmId}`

/** Each version is written as its difference from the one before. */
function* registerTransactions(source: JournalSource, accounts: Accounts): Iterable<Transaction> {
  const loan = safeName(source.loanTitle)
  let before = new Map<string, bigint>()
  for (const register of inOrder(source.registers)) {
    const { version, day, isVoid, endDay } = register
    const code = `${source.loanId.slice(0, 8).toUpperCase()}-${version}`
    const held = sharesOf(register, accounts)
    yield {
      ...{ day, code, description: `Register of ${loan}, version ${version}` },
      ...{ postings: difference(held, before), balancedBy: accounts.closed },
    }
    before = held
    if (!isVoid) continue
    before = new Map()
    yield {
      ...{
        day: endDay ?? day,
        code,
        description: `Register of ${loan}, version ${version}, is void`,
      },
      ...{ postings: difference(before, held), balancedBy: accounts.closed },
    }
  }
}

function sharesOf({ entries, wasFunded }: JournalRegister, accounts: Accounts) {
  const held = new Map<string, bigint>()
  for (const { firmId, isHold, amount } of entries) {
    const account = isHold
      ? accounts.kept
      : wasFunded
        ? accounts.bank
        : lenderAccount(accounts, firmId)
    held.set(account, (held.get(account) ?? 0n) + exactly.cents(amount))
  }
  return held
}

function difference(held: ReadonlyMap<string, bigint>, before: ReadonlyMap<string, bigint>) {
  const changed = new Map<string, bigint>()
  for (const account of new Set([...held.keys(), ...before.keys()])) {
    const change = (held.get(account) ?? 0n) - (before.get(account) ?? 0n)
    if (change !== 0n) changed.set(account, change)
  }
  return changed
}

function* receiptTransactions(
  { receipts }: JournalSource,
  accounts: Accounts,
): Iterable<Transaction> {
  for (const { firmId, lenderName, amount, day, reference, reversal } of receipts) {
    const cents = exactly.cents(amount)
    const balancedBy = lenderAccount(accounts, firmId)
    const [code, lender] = [safeCode(reference), safeName(lenderName)]
    const postings = new Map([[accounts.bank, cents]])
    yield { day, code, description: `Receipt of ${lender}`, postings, balancedBy }
    if (!reversal) continue
    yield {
      ...{ day: reversal.day, code, balancedBy },
      description: `Receipt of ${lender}, reversed: ${safeName(reversal.reason)}`,
      postings: new Map([[accounts.bank, -cents]]),
    }
  }
}

function writeTransaction({ day, code, description, postings, balancedBy }: Transaction): string {
  const all = [...postings]
  const total = all.reduce((sum, [, cents]) => sum + cents, 0n)
  if (total !== 0n) all.push([balancedBy, -total])
  const lines = all.map(([account, cents]) => `    ${account}  $${exactly.asMoney(cents)}`)
  return `${day} * (${code}) ${description}\n${lines.join('\n')}\n`
}
