import { countLenders } from '#web/deal/components/count-lenders.ts'

/**
 * Describes what becomes of the offers of a round that is ended.
 * @param waiting The number of lenders that haven't answered.
 * @param isOver True if the time to answer is over.
 */
export function describeEnd(waiting: number, isOver: boolean): string {
  const kept = 'Accepted shares are binding and stay.'
  if (waiting === 0) return kept
  const isOne = waiting === 1
  const who = `${countLenders(waiting)} ${isOne ? "hasn't" : "haven't"} answered`
  if (isOver)
    return `${who} in time, so ${isOne ? 'its soft share ends' : 'their soft shares end'}. ${kept}`
  const then = isOne
    ? 'Its offer is recalled, and its soft share stays as it was.'
    : 'Their offers are recalled, and their soft shares stay as they were.'
  return `${who} yet. ${then} ${kept}`
}
