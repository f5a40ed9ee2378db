/** The ids of the sample portfolio's rows, which are the same on every installation. */
import { createHash } from 'node:crypto'
import {
  sampleCommitments,
  sampleLoans,
  sampleMessages,
  samplePeople,
  type SampleCommitment,
  type SampleLoan,
  type SampleMessage,
} from './sample-data.ts'

export const loanId = (key: string) => stableId('loan', key)
export const userId = (key: string) => stableId('user', key)
export const commitmentId = ({ loan, lender, afterHours }: SampleCommitment) =>
  stableId('commitment', loan, lender, String(afterHours))
export const messageId = ({ loan, from, to, afterHours }: SampleMessage) =>
  stableId('message', loan, from, to ?? '', String(afterHours))
export const documentId = (loan: string, key: string) => stableId('document', loan, key)
export const photoId = (loan: string, place: number) => stableId('photo', loan, String(place))
export const favoriteId = (person: string, loan: string) => stableId('favorite', person, loan)

/** The version of an unchanged sample loan. For a funded loan, funding was its first change. */
export const sampleVersion = ({ fundedAfterHours }: SampleLoan) =>
  fundedAfterHours === undefined ? 1 : 2

export const sampleIds = {
  loans: sampleLoans.map(({ key }) => loanId(key)),
  people: samplePeople.map(({ key }) => userId(key)),
  commitments: sampleCommitments.map(commitmentId),
  messages: sampleMessages.map(messageId),
  files: sampleLoans.flatMap((loan) => [
    ...loan.documents.map(({ key }) => documentId(loan.key, key)),
    ...loan.photos.map((_photo, place) => photoId(loan.key, place)),
  ]),
}

function stableId(...name: readonly string[]): string {
  const namespace = Buffer.from('6b1f0a5e3d7c4c1a9e2f8d4b5a6c7e90', 'hex')
  const bytes = createHash('sha1').update(namespace).update(name.join('/')).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
