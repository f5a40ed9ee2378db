/** The ids by which rows of the sample portfolio are known from those that people made. */
import { sampleBooks, sampleFundings, type SamplePosition } from './books.ts'
import { sampleConversations, type SampleMessage } from './conversations.ts'
import { samplePeople } from './people.ts'
import type { Paper } from './sample-loan.ts'
import { sampleLoans } from './sample-loans.ts'
import { stableId } from './stable-id.ts'

export const loanId = (key: string) => stableId('loan', key)
export const userId = (key: string) => stableId('user', key)
export const commitmentId = (loan: string, { lender, afterHours }: SamplePosition) =>
  stableId('commitment', loan, lender, String(afterHours))
export const messageId = (loan: string, { from, to, afterHours }: SampleMessage) =>
  stableId('message', loan, from, to ?? '', String(afterHours))
export const documentId = (loan: string, paper: Paper) => stableId('document', loan, paper)
export const photoId = (loan: string, place: number) => stableId('photo', loan, String(place))

/** The version that a loan of the sample has until somebody changes it: being funded was its first change. */
export const sampleVersion = (key: string) => (key in sampleFundings ? 2 : 1)

const idsPerLoan = <Item>(
  items: Readonly<Record<string, readonly Item[]>>,
  idOf: (loan: string, item: Item) => string,
) => Object.entries(items).flatMap(([loan, each]) => each.map((item) => idOf(loan, item)))

/** Everything in the sample that rows are compared with. */
export const sampleIds = {
  loans: sampleLoans.map(({ key }) => loanId(key)),
  people: samplePeople.map(({ key }) => userId(key)),
  commitments: idsPerLoan(sampleBooks, commitmentId),
  messages: idsPerLoan(sampleConversations, messageId),
  files: sampleLoans.flatMap(({ key, papers, photos }) => [
    ...papers.map((paper) => documentId(key, paper)),
    ...photos.map((_photo, place) => photoId(key, place)),
  ]),
}
