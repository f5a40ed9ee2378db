import { expect, it } from 'vitest'
import { sendChange, withKnownOutcome } from './outcome.ts'

const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

it('reports an unknown outcome when the database connection is lost after a change', async () => {
  const changing = withKnownOutcome(async () => {
    await sendChange(async () => {})
    throw lost()
  })
  await expect(changing).rejects.toMatchObject({ code: 'outcome_unknown' })
})

it('reports a known outcome when the database connection is lost before a change', async () => {
  const reading = withKnownOutcome(async () => {
    throw lost()
  })
  await expect(reading).rejects.toMatchObject({ code: 'ECONNRESET' })
})

it('reports a known outcome if PostgreSQL rejects the change before the connection is lost', async () => {
  const refused = withKnownOutcome(async () => {
    const refusal = Object.assign(new Error('duplicate key'), { code: '23505' })
    await sendChange(() => Promise.reject(refusal)).catch(() => {})
    throw lost()
  })
  await expect(refused).rejects.toMatchObject({ code: 'ECONNRESET' })
})
