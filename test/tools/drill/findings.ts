/** The results of a check: acknowledged but missing (lost), or otherwise wrong (broken). */
export interface Findings {
  lost: string[]
  broken: string[]
}

export const noFindings = (): Findings => ({ lost: [], broken: [] })

export const joined = (...all: readonly Findings[]): Findings => ({
  lost: all.flatMap((each) => each.lost),
  broken: all.flatMap((each) => each.broken),
})
