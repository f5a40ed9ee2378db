/**
 * Suggested messages, which the sender can edit. `deadline` is a sentence from `deadlineSentence`.
 */

export const askForTimeText = (share: string, deadline: string) =>
  `Could you move the deadline of ${deadline}? We need more time before we can make our soft ${share} binding.`

export const firmUpText = (loanTitle: string, deadline = '') =>
  `You indicated interest in ${loanTitle}, which isn't binding yet.${deadline} Are you ready to commit? You can make it binding under My Commitments. If anything keeps you from it, please tell us here.`

export const remindText = (loanTitle: string, deadline = '') =>
  `${loanTitle} is open for commitments, and we'd like to know where you stand.${deadline} You'll find its documents on the loan's page. Please ask us here if anything is unclear. If the loan isn't for you, you can pass on it there.`

export const notifyText = (loanTitle: string, deadline = '') =>
  `${loanTitle} is open for commitments.${deadline} You'll find its figures and documents on the loan's page. Please ask us here if anything is unclear.`

export const unreadText = (documentName: string) =>
  `You haven't opened “${documentName}” yet. You'll find it under Loan Documents. Please review it, and ask us here if anything is unclear.`
