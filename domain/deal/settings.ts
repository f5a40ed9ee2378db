/** The settings of a deal: its timetable, the limits of one lender's share, and the step of allocated shares. */
import { compareFigures, type Percent } from '#domain/money.ts'
import { dayAt } from '#domain/time-zone.ts'
import { shareOf } from './units.ts'

export const smallestStep = shareOf(1)
export const shareSteps = [1, 5, 10, 25, 50, 100].map(shareOf)

interface Settings {
  commitmentDeadline: string | null
  closingDate: string | null
  minShare: Percent | null
  maxShare: Percent | null
}

/** A deadline this far ahead is a mistyped year. */
const farthestMs = 2 * 366 * 86_400_000

/**
 * Returns a message for each field that isn't possible. A deadline in the past is refused only when it is set, because
 * it passes by itself.
 */
export function refusalsOfSettings(
  { commitmentDeadline, closingDate, minShare, maxShare }: Settings,
  changed: readonly string[],
  now: Date,
): Record<string, string> {
  const messages: Record<string, string> = {}
  if (minShare !== null && maxShare !== null && compareFigures(minShare, maxShare) > 0)
    messages['minShare'] = "Minimum share can't be above the maximum"
  if (commitmentDeadline === null) return messages
  const time = new Date(commitmentDeadline)
  if (changed.includes('commitmentDeadline') && time <= now)
    messages['commitmentDeadline'] = 'Commitment deadline must be in the future'
  if (changed.includes('commitmentDeadline') && time.getTime() - now.getTime() > farthestMs)
    messages['commitmentDeadline'] = 'Commitment deadline must be within two years'
  const hasDates = changed.includes('commitmentDeadline') || changed.includes('closingDate')
  if (hasDates && closingDate !== null && closingDate < dayAt(time))
    messages['closingDate'] = "Closing can't be before the day of the commitment deadline"
  return messages
}
