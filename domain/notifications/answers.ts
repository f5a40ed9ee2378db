/** Notices of answers end with the question, which screens show beside the answer or omit. */
const beforeQuestion = ' To the question: '

export const joinAnswer = (answer: string, question: string): string =>
  `${answer}${beforeQuestion}“${question}”`

/** Returns the question with its introduction, or null if the notice has none. */
export function splitAnswer(notice: string): { answer: string; question: string | null } {
  const at = notice.lastIndexOf(`${beforeQuestion}“`)
  return at < 0
    ? { answer: notice, question: null }
    : { answer: notice.slice(0, at), question: notice.slice(at + 1) }
}
