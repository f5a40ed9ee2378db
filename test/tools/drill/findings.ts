/** What a check found: acknowledged and not there, or otherwise not as it must be. */
export interface Findings {
  lost: string[]
  broken: string[]
}

export const noFindings = (): Findings => ({ lost: [], broken: [] })

export const joined = (...all: readonly Findings[]): Findings => ({
  lost: all.flatMap((each) => each.lost),
  broken: all.flatMap((each) => each.broken),
})
