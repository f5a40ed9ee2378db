/** Adds up the figures of loans, and those of the exposure, before they are many, because each commitment adds a row to them. */
import type { Database } from '#server/database/client.ts'
import { foldLoanFigures } from '#server/loans/figures.ts'
import { foldExposure } from '#server/loans/kept-exposure.ts'
import type { Job } from './runner.ts'

/** Adding up this many takes less than looking up a session. */
const mostRows = 100

export const figureFolding = ({ db }: { db: Database }): Job => ({
  name: 'figureFolding',
  everyMs: 1_000,
  atStart: true,
  steps: [
    {
      run: async () => {
        await foldLoanFigures(db, mostRows)
        return false
      },
      failure: "The figures of loans couldn't be added up; they are exact all the same",
    },
    {
      run: async () => {
        await foldExposure(db, mostRows)
        return false
      },
      failure: "The figures of the exposure couldn't be added up; they are exact all the same",
    },
  ],
})
