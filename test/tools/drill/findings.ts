/** The findings of a check. Either acknowledged data is missing (lost), or something else is wrong (broken). */
export interface Findings {
  lost: string[]
  broken: string[]
}

export const noFindings = (): Findings => ({ lost: [], broken: [] })

export const joined = (...all: readonly Findings[]): Findings => ({
  lost: all.flatMap((each) => each.lost),
  broken: all.flatMap((each) => each.broken),
})
