/**
 * Reads camt.053, the ISO 20022 statement of an account, of all versions since 001.02. An entry can be a batch of
 * several payments.
 */
import { isDay } from '#domain/days.ts'
import {
  cleanText,
  describeCents,
  deskCurrency,
  firstReference,
  lastFour,
  sumCents,
  type Statement,
  type StatementEntry,
  type StatementProblem,
} from './statement.ts'
import { childrenOf, elementAt, textAt, textsOf, type XmlElement } from './xml-element.ts'

interface Found {
  entries: StatementEntry[]
  problems: StatementProblem[]
}

interface Amount {
  cents: bigint
  currency: string
}

/** An amount of a booked entry, for the sums. */
interface Booked extends Amount {
  isCredit: boolean
}

const otherMessages: Record<string, string> = {
  BkToCstmrAcctRpt: 'This is a report of the day (camt.052), whose entries can change.',
  BkToCstmrDbtCdtNtfctn: 'This is a notification (camt.054).',
}

export function readCamt053(document: XmlElement): Statement {
  const found: Found = { entries: [], problems: [] }
  const message = elementAt(document, 'BkToCstmrStmt')
  const statements = childrenOf(message, 'Stmt')
  for (const statement of statements) readStatement(statement, found)
  if (statements.length === 0) {
    const what = document.children.map(({ name }) => otherMessages[name]).find(Boolean)
    const start = what ?? 'The file has no statement.'
    const text = `${start} Upload the bank's statement (camt.053).`
    found.problems.push({ line: document.line, message: text })
  }
  found.problems.sort((one, other) => one.line - other.line)
  return { format: 'camt053', ...found }
}

/** An amount has up to five decimals. Zeros after the second change nothing. */
function amountOf(element: XmlElement | undefined): Amount | null {
  const [, units = '', decimals = ''] = /^\+?(\d{0,18})\.?(\d*?)0*$/.exec(pointed(element)) ?? []
  if (units + decimals === '' || decimals.length > 2) return null
  const currency = element?.attributes['Ccy']?.trim().toUpperCase() ?? ''
  return { cents: BigInt(units) * 100n + BigInt(decimals.padEnd(2, '0')), currency }
}

/** Writes the point of a whole amount, so that the zeros of "500" aren't taken for decimals. */
const pointed = (element: XmlElement | undefined) => {
  // A longer text is no amount, and would take the pattern long.
  const text = (element?.text.trim() ?? '').slice(0, 60)
  return /^\+?\d+$/.test(text) ? `${text}.` : text
}

/** Returns the day as the bank wrote it: a time near midnight isn't moved to another zone. */
function dayAt(element: XmlElement | undefined, path: string): string | null {
  const day = (textAt(element, `${path}/Dt`) || textAt(element, `${path}/DtTm`)).slice(0, 10)
  return isDay(day) ? day : null
}

const isCreditAt = (element: XmlElement): boolean | null => {
  const text = textAt(element, 'CdtDbtInd')
  return text === 'CRDT' ? true : text === 'DBIT' ? false : null
}

const isTrue = (text: string) => text === 'true' || text === '1'

function readStatement(statement: XmlElement, found: Found) {
  const account = elementAt(statement, 'Acct/Id')
  const accountLastFour = lastFour(textAt(account, 'IBAN') || textAt(account, 'Othr/Id'))
  const booked = childrenOf(statement, 'Ntry').flatMap(
    (entry) => readEntry(entry, accountLastFour, found) ?? [],
  )
  checkSums(statement, booked, found)
  checkBalance(statement, booked, found)
  if (textAt(statement, 'CpyDplctInd') !== '')
    found.problems.push({
      line: statement.line,
      message: 'The bank marks this statement as a copy or duplicate of an earlier one.',
    })
}

/** Adds the payments of an entry, and returns its amount if it is booked. */
function readEntry(
  entry: XmlElement,
  accountLastFour: string | null,
  { entries, problems }: Found,
): Booked | null {
  const { line } = entry
  const refuse = (message: string) => {
    problems.push({ line, message })
    return null
  }
  const amount = amountOf(elementAt(entry, 'Amt'))
  const isCredit = isCreditAt(entry)
  if (!amount) return refuse(`"${textAt(entry, 'Amt').slice(0, 40)}" isn't an amount of cents.`)
  if (isCredit === null) return refuse('The entry is neither a credit (CRDT) nor a debit (DBIT).')
  const status = textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts')
  if (status !== 'BOOK')
    return refuse(`The entry is not booked yet (${status || 'no status'}), so it wasn't used.`)
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  if (bookedOn === null) {
    problems.push({ line, message: "The entry has no booking date, so it wasn't used." })
    return { ...amount, isCredit }
  }
  const details = childrenOf(entry, 'NtryDtls').flatMap((each) => childrenOf(each, 'TxDtls'))
  const base = {
    ...{ bookedOn, accountLastFour },
    isReversal: isTrue(textAt(entry, 'RvslInd')),
  }
  const payments = splitBatch(entry, { ...amount, isCredit }, details, problems)
  for (const [place, payment] of payments.entries()) {
    const { detail } = payment
    const bankReference = firstReference(textAt(entry, 'AcctSvcrRef'), textAt(entry, 'NtryRef'))
    // The payments of a batch share its reference, so each gets its number in the batch.
    const shared = payments.length > 1 && bankReference ? `${bankReference}/${place + 1}` : ''
    entries.push({
      ...base,
      ...{ line: detail?.line ?? line, cents: payment.cents, isCredit: payment.isCredit },
      currency: payment.currency,
      isReversal: base.isReversal || elementAt(detail, 'RtrInf') !== undefined,
      reference: firstReference(
        textAt(detail, 'Refs/AcctSvcrRef'),
        payments.length > 1 ? shared : bankReference,
        textAt(detail, 'Refs/TxId'),
        textAt(detail, 'Refs/UETR'),
        textAt(detail, 'Refs/EndToEndId'),
      ),
      text: textOf(entry, detail),
    })
  }
  return { ...amount, isCredit }
}

interface Payment extends Booked {
  detail: XmlElement | undefined
}

/** Returns the payments of a batch if their amounts add up to it, or the entry as one payment. */
function splitBatch(
  entry: XmlElement,
  whole: Booked,
  details: readonly XmlElement[],
  problems: StatementProblem[],
): Payment[] {
  const count = textAt(entry, 'NtryDtls/Btch/NbOfTxs')
  const asOne = [{ ...whole, detail: details.length === 1 ? details[0] : undefined }]
  const refuse = (message: string) => {
    problems.push({ line: entry.line, message })
    return asOne
  }
  if (count !== '' && Number(count) !== details.length && details.length > 0)
    return refuse(`The batch names ${count} payments, but lists ${details.length}.`)
  if (details.length === 0 && Number(count) > 1)
    return refuse(`The batch of ${count} payments doesn't list them. Ask the bank for its details.`)
  if (details.length < 2) return asOne
  const payments = details.map((detail) => {
    const amount =
      amountOf(elementAt(detail, 'Amt')) ?? amountOf(elementAt(detail, 'AmtDtls/TxAmt/Amt'))
    return amount && { ...amount, isCredit: isCreditAt(detail) ?? whole.isCredit, detail }
  })
  const known = payments.filter((payment) => payment !== null)
  const isInCurrency = known.every(({ currency }) => currency === whole.currency)
  const sum = sumCents(
    known.map(({ cents, isCredit }) => (isCredit === whole.isCredit ? cents : -cents)),
  )
  if (known.length < details.length || !isInCurrency || sum !== whole.cents)
    return refuse("The amounts of the batch's payments don't add up to it, so it counts as one.")
  return known
}

/** The elements whose texts say who paid, and for what. */
const spoken = ['EndToEndId', 'Nm', 'Ustrd', 'Ref', 'AddtlRmtInf', 'AddtlTxInf']

function textOf(entry: XmlElement, detail: XmlElement | undefined): string {
  const payers = ['RltdPties/Dbtr', 'RltdPties/UltmtDbtr', 'RltdPties/InitgPty']
  const paid = [...payers, 'RmtInf', 'Refs'].map((path) => elementAt(detail, path))
  const texts = paid.flatMap((each) => spoken.flatMap((name) => textsOf(each, name)))
  const isUsed = (text: string) => firstReference(text) !== ''
  return cleanText(
    ...new Set(texts.filter(isUsed)),
    textAt(detail, 'AddtlTxInf'),
    textAt(entry, 'AddtlNtryInf'),
  )
}

const totals = [
  { path: 'TtlNtries', includes: () => true },
  { path: 'TtlCdtNtries', includes: ({ isCredit }: Booked) => isCredit },
  { path: 'TtlDbtNtries', includes: ({ isCredit }: Booked) => !isCredit },
]

/** Compares the counts and sums that the bank names. */
function checkSums(statement: XmlElement, booked: readonly Booked[], { problems }: Found) {
  for (const { path, includes } of totals) {
    const total = elementAt(statement, `TxsSummry/${path}`)
    if (!total) continue
    const counted = booked.filter(includes)
    const number = textAt(total, 'NbOfNtries')
    const sum = amountOf(elementAt(total, 'Sum'))?.cents
    const listed = sumCents(counted.map(({ cents }) => cents))
    const { line } = total
    if (number !== '' && Number(number) !== counted.length)
      problems.push({
        line,
        message: `The statement names ${number} entries, but has ${counted.length} that are booked. Entries may be missing.`,
      })
    if (sum !== undefined && sum !== listed)
      problems.push({
        line,
        message: `The statement names a sum of ${describeCents(sum)}, but its entries add up to ${describeCents(listed)}. Entries may be missing.`,
      })
  }
}

function checkBalance(statement: XmlElement, booked: readonly Booked[], { problems }: Found) {
  const balances = childrenOf(statement, 'Bal').flatMap((balance) => {
    const amount = amountOf(elementAt(balance, 'Amt'))
    const isCredit = isCreditAt(balance)
    if (!amount || isCredit === null) return []
    const type = textAt(balance, 'Tp/CdOrPrtry/Cd')
    const value = isCredit ? amount.cents : -amount.cents
    return [{ line: balance.line, type, value, currency: amount.currency }]
  })
  const openings = balances.filter(({ type }) => type === 'OPBD' || type === 'PRCD')
  const [closing, another] = balances.filter(({ type }) => type === 'CLBD')
  const [opening] = openings
  // A page of a statement has interim balances, which aren't compared.
  if (!opening || !closing || another || openings.some(({ value }) => value !== opening.value))
    return
  const isOne = booked.every(({ currency }) => currency === opening.currency)
  if (!isOne || opening.currency !== deskCurrency || closing.currency !== deskCurrency) return
  const moved = sumCents(booked.map(({ cents, isCredit }) => (isCredit ? cents : -cents)))
  if (opening.value + moved !== closing.value)
    problems.push({
      line: closing.line,
      message: `The balance doesn't add up: it should close at ${describeCents(opening.value + moved)}, but closes at ${describeCents(closing.value)}.`,
    })
}
