/** The lenders and the loan that the text of an entry names. */
import type { AwaitedFunds, AwaitedLender } from './awaited.ts'

export interface Evidence {
  /** The lenders that the text names. */
  firmIds: string[]
  /** The name by which the text names its only lender, or null. */
  lenderName: string | null
  /** True if a certificate's number names the lender, which also names the loan. */
  isByCertificate: boolean
  /** The text that names the loan, or null. */
  loanName: string | null
  /** The number of another loan's certificate, or null. */
  otherCertificate: string | null
}

/** Capital letters and digits between single spaces, also at both ends, so that only whole words are found. */
const plain = (text: string) =>
  ` ${text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

const legalForm =
  / (?:L L C|LLC|INC|INCORPORATED|CORP|CORPORATION|CO|COMPANY|L P|LP|L L P|LLP|LTD|LIMITED|N A|NA|PLC|GMBH) $/

/** A name without its legal form, which banks often omit. Names of less than four letters prove nothing. */
function nameKey(name: string): string | null {
  const whole = plain(name)
  const bare = whole.replace(legalForm, ' ')
  return bare.length >= 6 ? bare : null
}

const keysOf = ({ lenderName, companyName }: AwaitedLender) =>
  [lenderName, companyName ?? ''].flatMap((name) => {
    const key = nameKey(name)
    return key === null ? [] : [{ name, key }]
  })

/** A certificate's number, after punctuation became spaces. A number without a letter could be a day. */
const certificate = / (?=\d*[A-F])([0-9A-F]{8}) \d{1,4} \d{2,4} /

/** Returns a function that finds what a text names. The names are prepared once for all texts. */
export function evidenceFinder(awaited: AwaitedFunds): (text: string) => Evidence {
  const start = plain(awaited.loanId).slice(1, 9)
  const loans = awaited.loanNames.flatMap((name) => {
    const key = nameKey(name)
    return key === null ? [] : [{ name, key }]
  })
  const prepared = {
    start,
    loans: [...loans, { name: start, key: ` ${start} ` }],
    lenders: awaited.lenders.map((lender) => ({
      ...{ firmId: lender.firmId, keys: keysOf(lender) },
      certificate: plain(lender.certificateNumber),
    })),
  }
  return (text) => findEvidence(plain(text), prepared)
}

interface Named {
  name: string
  key: string
}

interface Prepared {
  /** The start of the loan's id, with which its certificates' numbers begin. */
  start: string
  loans: readonly Named[]
  lenders: readonly { firmId: string; keys: readonly Named[]; certificate: string }[]
}

function findEvidence(said: string, { start, loans, lenders }: Prepared): Evidence {
  const [, numbered] = certificate.exec(said) ?? []
  const byCertificate = lenders.filter((lender) => said.includes(lender.certificate))
  const isByCertificate = byCertificate.length > 0
  const named = namedIn(said, lenders)
  const firmIds = (isByCertificate ? byCertificate : named).map(({ firmId }) => firmId)
  return {
    firmIds: [...new Set(firmIds)],
    lenderName: named[0]?.name ?? null,
    isByCertificate,
    loanName: loans.find(({ key }) => said.includes(key))?.name ?? null,
    otherCertificate: numbered !== undefined && numbered !== start ? numbered : null,
  }
}

/** A name within a longer name that the text has, such as "Lake" in "Lake Capital", names nobody. */
function namedIn(said: string, lenders: Prepared['lenders']) {
  const found = lenders.flatMap(({ firmId, keys }) =>
    keys.flatMap(({ name, key }) => (said.includes(key) ? [{ firmId, name, key }] : [])),
  )
  return found.filter(
    ({ key }) => !found.some((other) => other.key !== key && other.key.includes(key)),
  )
}
