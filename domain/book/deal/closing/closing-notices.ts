/** Notifications of a closed and a reopened book. Each firm reads only its own figures. */
import type { Line, LoanOfBook } from '#domain/book/lines.ts'
import { formatDay } from '#domain/days.ts'
import { groupBy } from '#domain/groups.ts'
import { formatPart, sumMoney, sumPercent } from '#domain/money.ts'
import type { DirectNotice } from '#domain/notifications/notices.ts'
import type { RegisterLine } from './register.ts'

type About = Pick<LoanOfBook, 'id' | 'title'>

export function noticesOfClosing(
  loan: About,
  register: { effectiveDate: string; lines: readonly RegisterLine[] },
  lapsed: readonly Line[],
): DirectNotice[] {
  const lapsedByFirm = groupBy(lapsed, ({ firmId }) => firmId)
  const holders = register.lines.filter(({ isHold }) => !isHold)
  const isHolder = new Set(holders.map(({ firmId }) => firmId))
  const softOf = (firmId: string) => {
    const own = lapsedByFirm.get(firmId)
    return own && `your soft commitment of ${partOf(own)} lapsed`
  }
  return [
    ...holders.map(({ firmId, percentage, amount }) => {
      const soft = softOf(firmId)
      const holds = `You hold ${formatPart(percentage, amount)} of ${loan.title} from ${formatDay(register.effectiveDate)}; your certificate is ready`
      return toFirm('bookClosed', loan, firmId, soft ? `${holds}, and ${soft}` : holds)
    }),
    ...[...lapsedByFirm.keys()]
      .filter((firmId) => !isHolder.has(firmId))
      .map((firmId) =>
        toFirm(
          'bookClosed',
          loan,
          firmId,
          `The book of ${loan.title} is closed, and ${softOf(firmId)}`,
        ),
      ),
  ]
}

export const noticesOfReopening = (
  loan: About,
  lines: readonly RegisterLine[],
  reason: string,
): DirectNotice[] =>
  lines
    .filter(({ isHold }) => !isHold)
    .map(({ firmId, percentage, amount }) =>
      toFirm(
        'bookReopened',
        loan,
        firmId,
        `The book of ${loan.title} was reopened, so your certificate is void. You still hold ${formatPart(percentage, amount)}. Reason: ${reason}`,
      ),
    )

export const toFirm = (
  type: DirectNotice['notice']['type'],
  { id: loanId }: About,
  firmId: string,
  message: string,
): DirectNotice => ({ to: 'firms', ids: [firmId], notice: { type, loanId, message } })

const partOf = (own: readonly Line[]) =>
  formatPart(
    sumPercent(own.map(({ percentage }) => percentage)),
    sumMoney(own.map(({ amount }) => amount)),
  )
