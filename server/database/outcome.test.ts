import { expect, it } from 'vitest'
import { sendChange, withKnownOutcome } from './outcome.ts'

const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

const loseAfter = (result: string | null) =>
  withKnownOutcome(async () => {
    await sendChange(
      async () => result,
      (made) => made !== null,
    )
    throw lost()
  })

it('is unknown when the database is lost after a change', async () => {
  await expect(loseAfter('made')).rejects.toMatchObject({ code: 'outcome_unknown' })
})

it('is known after a statement that found nothing to change', async () => {
  await expect(loseAfter(null)).rejects.toMatchObject({ code: 'ECONNRESET' })
})
