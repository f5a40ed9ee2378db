/** The share that a viewer asks a colleague to commit, as values of the link to the commitment dialog. */
import { paths } from '#web/addresses/paths.ts'

export interface AskedShare {
  share: number
  isSoft: boolean
}

/** Returns a path such as "/loans/7#commit?share=5&kind=soft". */
export const pathToCommit = (loanId: string, { share, isSoft }: AskedShare): string =>
  `${paths.loan(loanId)}#commit?share=${share}&kind=${isSoft ? 'soft' : 'binding'}`

/** Returns null for a link that asks for no share. */
export function readAskedShare(values: URLSearchParams): AskedShare | null {
  const share = Number(values.get('share'))
  return Number.isInteger(share) && share > 0
    ? { share, isSoft: values.get('kind') === 'soft' }
    : null
}
