/** The lenders and the loan that the text of an entry names. */
import type { AwaitedFunds, AwaitedLender } from './awaited.ts'

export interface Evidence {
  /** The lenders that the text names. */
  firmIds: string[]
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
  [lenderName, companyName ?? ''].flatMap((name) => nameKey(name) ?? [])

/** A certificate's number, after punctuation became spaces. A number without a letter could be a day. */
const certificate = / (?=\d*[A-F])([0-9A-F]{8}) \d{1,4} \d{2,4} /

export function findEvidence(text: string, awaited: AwaitedFunds): Evidence {
  const said = plain(text)
  const start = plain(awaited.loanId).slice(1, 9)
  const loanName =
    awaited.loanNames.find((name) => {
      const key = nameKey(name)
      return key !== null && said.includes(key)
    }) ?? (said.includes(` ${start} `) ? start : null)
  const [, named] = certificate.exec(said) ?? []
  const byCertificate = awaited.lenders.filter(({ certificateNumber }) =>
    said.includes(plain(certificateNumber)),
  )
  const isByCertificate = byCertificate.length > 0
  return {
    firmIds: isByCertificate ? byCertificate.map(({ firmId }) => firmId) : namedIn(said, awaited),
    isByCertificate,
    loanName,
    otherCertificate: named !== undefined && named !== start ? named : null,
  }
}

/** A name within a longer name that the text has, such as "Lake" in "Lake Capital", names nobody. */
function namedIn(said: string, { lenders }: AwaitedFunds): string[] {
  const found = lenders.flatMap((lender) =>
    keysOf(lender).flatMap((key) => (said.includes(key) ? [{ firmId: lender.firmId, key }] : [])),
  )
  const longest = found.filter(
    ({ key }) => !found.some((other) => other.key !== key && other.key.includes(key)),
  )
  return [...new Set(longest.map(({ firmId }) => firmId))]
}
