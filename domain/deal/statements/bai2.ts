/**
 * Reads BAI2, in which American banks report balances and transactions: Cash Management Balance Reporting
 * Specifications, version 2. Amounts have no point, and control totals add up whatever their direction.
 */
import {
  isBanksOwnCode,
  isCreditCode,
  isKnownCode,
  isReversalCode,
  messageCode,
} from './bai2-codes.ts'
import { Bai2Fields, skipFunds, splitRecords, type Bai2Record } from './bai2-records.ts'
import {
  cleanText,
  dayOfSixDigits,
  describeCents,
  deskCurrency,
  firstReference,
  lastFour,
  sumCents,
  type Statement,
  type StatementEntry,
} from './statement.ts'

interface Account {
  line: number
  lastFour: string | null
  currency: string
  /** The amounts of statuses and summaries, by type code. */
  summary: Map<string, bigint>
  credits: bigint[]
  debits: bigint[]
}

interface Group {
  line: number
  asOf: string | null
  currency: string
  /** False for test data and deletions. */
  isInForce: boolean
}

/** The counts of a trailer: control totals, the records, and the accounts or groups. */
interface Count {
  total: bigint
  records: number
  parts: number
}

const newCount = (): Count => ({ total: 0n, records: 0, parts: 0 })

const signed = (text: string): bigint | null =>
  /^[+-]?\d{1,30}$/.test(text) ? BigInt(text.replace('+', '')) : null

/** A file that is cut off is reported at its last line. */
export function readBai2(text: string): Statement {
  const reader = new Bai2Reader()
  const { records, strays } = splitRecords(text)
  for (const { line, text: stray } of strays)
    reader.problem(line, `"${stray.slice(0, 40)}" isn't a record of BAI2. It wasn't read.`)
  for (const record of records) reader.read(record)
  return reader.finish(records.at(-1)?.line ?? 1)
}

class Bai2Reader {
  private readonly statement: Statement = { format: 'bai2', entries: [], problems: [] }
  private group: Group | null = null
  private account: Account | null = null
  private inAccount = newCount()
  private inGroup = newCount()
  private inFile = newCount()
  private isEnded = false

  problem(line: number, message: string) {
    this.statement.problems.push({ line, message })
  }

  read(record: Bai2Record) {
    for (const count of [this.inAccount, this.inGroup, this.inFile])
      count.records += record.parts.length
    const fields = new Bai2Fields(record)
    if (record.code === '01') this.startFile(record)
    if (record.code === '02') this.startGroup(record, fields)
    if (record.code === '03') this.startAccount(record, fields)
    if (record.code === '16') this.readTransaction(record, fields)
    if (record.code === '49') this.endAccount(record, fields)
    if (record.code === '98') this.endGroup(record, fields)
    if (record.code === '99') this.endFile(record, fields)
  }

  finish(lastLine: number): Statement {
    if (this.account || this.group || !this.isEnded)
      this.problem(lastLine, 'The file has no end (record 99). It may be cut off: fetch it again.')
    const { entries, problems } = this.statement
    problems.sort((one, other) => one.line - other.line)
    return { format: 'bai2', entries, problems }
  }

  private startFile({ line, parts }: Bai2Record) {
    if (this.inFile.records > parts.length)
      this.problem(line, 'Another file begins here. Upload one file at a time.')
  }

  private startGroup({ line, parts }: Bai2Record, fields: Bai2Fields) {
    if (this.group) this.problem(line, 'A group begins before the one above has ended (record 98).')
    this.inGroup = { ...newCount(), records: parts.length }
    const [, , status, asOf, , currency] = Array.from({ length: 6 }, () => fields.field())
    this.group = {
      line,
      asOf: dayOfSixDigits(asOf ?? ''),
      currency: currency || deskCurrency,
      isInForce: status !== '2' && status !== '4',
    }
    if (this.group.asOf === null)
      this.problem(line, `"${asOf}" isn't a day (YYMMDD), so the group's entries weren't read.`)
    if (status === '2') this.problem(line, 'The group deletes an earlier one. It was not read.')
    if (status === '3')
      this.problem(line, 'The group corrects an earlier one. Compare it with what you recorded.')
    if (status === '4') this.problem(line, 'The group is test data. It was not read.')
  }

  private startAccount({ line, parts }: Bai2Record, fields: Bai2Fields) {
    if (!this.group) this.problem(line, 'An account begins outside of a group (record 02).')
    if (this.account)
      this.problem(line, 'An account begins before the one above has ended (record 49).')
    this.inAccount = { ...newCount(), records: parts.length }
    const account: Account = {
      line,
      lastFour: lastFour(fields.field()),
      currency: fields.field() || this.group?.currency || deskCurrency,
      summary: new Map(),
      ...{ credits: [], debits: [] },
    }
    this.account = account
    for (let code = fields.next(); code !== undefined; code = fields.next()) {
      const written = fields.field()
      // The number of items.
      fields.next()
      const isKnown = skipFunds(fields)
      const amount = signed(written)
      if (!isKnown || (written !== '' && amount === null)) {
        this.problem(line, `The amount of type ${code || '(none)'} can't be read: "${written}".`)
        return
      }
      this.inAccount.total += amount ?? 0n
      if (amount !== null && !account.summary.has(code)) account.summary.set(code, amount)
    }
  }

  private readTransaction({ line }: Bai2Record, fields: Bai2Fields) {
    const code = fields.field()
    const written = fields.field()
    const isKnown = skipFunds(fields)
    const [bankReference, customerReference] = [fields.field(), fields.field()]
    const text = fields.rest()
    if (code === messageCode) return
    if (!this.account || !this.group)
      return this.problem(line, 'The entry is outside of an account (record 03). It was not read.')
    // Amounts of transactions have no sign. Some banks write a plus.
    const cents = written.startsWith('-') ? null : signed(written)
    if (cents === null)
      return this.problem(
        line,
        `"${written}" isn't an amount, such as 227750000 for $2,277,500.00.`,
      )
    this.inAccount.total += cents
    const isCredit = isCreditCode(code)
    if (isCredit !== null) (isCredit ? this.account.credits : this.account.debits).push(cents)
    if (!isKnown) this.problem(line, 'The availability (funds type) of the amount is unknown.')
    if (isCredit === null || !isKnownCode(code))
      return this.problem(line, describeUnknownCode(code))
    if (this.group.asOf === null || !this.group.isInForce) return
    const entry: StatementEntry = {
      ...{ line, cents, isCredit, isReversal: isReversalCode(code) },
      currency: this.account.currency,
      bookedOn: this.group.asOf,
      reference: firstReference(bankReference, customerReference),
      text: cleanText(customerReference, text),
      accountLastFour: this.account.lastFour,
    }
    this.statement.entries.push(entry)
  }

  private endAccount({ line }: Bai2Record, fields: Bai2Fields) {
    if (!this.account) return this.problem(line, 'No account is open that could end here.')
    this.compare(line, 'account', this.inAccount, [fields.field(), null, fields.field()])
    if (this.account.currency === deskCurrency) this.checkBalance(this.account)
    this.account = null
    this.inGroup.total += this.inAccount.total
    this.inGroup.parts += 1
  }

  private endGroup({ line }: Bai2Record, fields: Bai2Fields) {
    if (!this.group) return this.problem(line, 'No group is open that could end here.')
    if (this.account) this.problem(line, 'The account above has no end (record 49).')
    const given = [fields.field(), fields.field(), fields.field()] as const
    this.compare(line, 'group', this.inGroup, given)
    this.group = null
    this.account = null
    this.inFile.total += this.inGroup.total
    this.inFile.parts += 1
  }

  private endFile({ line }: Bai2Record, fields: Bai2Fields) {
    if (this.group) this.problem(line, 'The group above has no end (record 98).')
    const given = [fields.field(), fields.field(), fields.field()] as const
    this.compare(line, 'file', this.inFile, given)
    this.group = null
    this.account = null
    this.isEnded = true
  }

  private compare(
    line: number,
    what: 'account' | 'group' | 'file',
    { total, records, parts }: Count,
    [givenTotal, givenParts, givenRecords]: readonly [string, string | null, string],
  ) {
    if (signed(givenTotal) !== total)
      this.problem(
        line,
        `The ${what}'s control total is ${givenTotal || 'missing'}, but its amounts add up to ${total}. Entries may be missing.`,
      )
    if (givenParts !== null && Number(givenParts) !== parts)
      this.problem(
        line,
        `The ${what} names ${givenParts || 'no number of'} ${what === 'file' ? 'groups' : 'accounts'}, but has ${parts}.`,
      )
    if (Number(givenRecords) !== records)
      this.problem(
        line,
        `The ${what} names ${givenRecords || 'no number of'} records, but has ${records}. Entries may be missing.`,
      )
  }

  /** Checks the ledger balance and the total of credits, if the bank reports them. */
  private checkBalance({ line, summary, credits, debits }: Account) {
    const [opening, closing] = [summary.get('010'), summary.get('015')]
    const [totalCredits, totalDebits] = [summary.get('100'), summary.get('400')]
    const hasDetails = credits.length + debits.length > 0
    const listed = sumCents(credits)
    if (totalCredits !== undefined && credits.length > 0 && totalCredits !== listed)
      this.problem(
        line,
        `The total of credits is ${describeCents(totalCredits)}, but those listed add up to ${describeCents(listed)}.`,
      )
    if (opening === undefined || closing === undefined) return
    if (!hasDetails && (totalCredits === undefined || totalDebits === undefined)) return
    const expected = opening + (totalCredits ?? listed) - (totalDebits ?? sumCents(debits))
    if (expected !== closing)
      this.problem(
        line,
        `The balance doesn't add up: it should close at ${describeCents(expected)}, but closes at ${describeCents(closing)}.`,
      )
  }
}

const describeUnknownCode = (code: string) =>
  isBanksOwnCode(code)
    ? `Type code ${code} is one of the bank's own. Ask the bank about it. The entry wasn't used.`
    : `Type code ${code || '(none)'} is unknown, or the code of a total. The entry wasn't used.`
