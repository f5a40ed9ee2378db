/** The audience of a loan: who sees it in full, as a teaser, or not at all, and who admits firms. */
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { noticesOf } from '#test/support/notices.ts'
import type { Person } from '#test/support/builders.ts'
import { describe, expect, it } from 'vitest'

const { desk, olga, lena, luis } = await openDeskWithPeople({ RATE_LIMIT: 'off' })

const firmOf = async (person: Person) =>
  (await desk.rows<{ firm_id: string }>('select firm_id from users where id = $1', [person.id]))[0]
    ?.firm_id ?? ''
const setAudience = async (
  { id }: { id: string },
  audience: 'everyone' | 'teaser' | 'invited',
  people?: Person[],
) => {
  const firms = people && (await Promise.all(people.map(firmOf)))
  return olga.call('setAudience', { params: { id }, body: { audience, ...(firms && { firms }) } })
}

describe('an audience', () => {
  it('shows a loan for everyone in full, and says nothing of its audience', async () => {
    const { id } = await desk.makeLoan()
    for (const reader of [desk.visitor(), lena, olga]) {
      const loan = await reader.call('getLoan', { params: { id } })
      expect(loan).not.toHaveProperty('isTeaser')
      expect(loan).not.toHaveProperty('audience')
      expect(loan.borrowerName).not.toBe('Undisclosed')
    }
  })

  it('shows a teaser to firms that are not admitted, and the loan to those that are', async () => {
    const loan = await desk.makeLoan({
      propertyAddress: '12 Harbor Street, Boston, MA 02110',
      purpose: 'Acquisition',
    })
    const params = { id: loan.id }
    const set = await setAudience(loan, 'teaser', [luis])
    expect(set.audience).toBe('teaser')
    expect(await lena.call('getLoan', { params })).toMatchObject({
      isTeaser: 'true',
      title: loan.title,
      amount: loan.amount,
      borrowerName: 'Undisclosed',
      propertyAddress: 'Boston, MA',
      purpose: null,
      can: ['pass', 'requestAccess'],
    })
    expect(await luis.call('getLoan', { params })).toMatchObject({
      borrowerName: loan.borrowerName,
      purpose: 'Acquisition',
    })
    expect(await olga.call('getLoan', { params })).toMatchObject({
      audience: 'teaser',
      borrowerName: loan.borrowerName,
    })
  })

  it('hides a loan for invited firms from all others', async () => {
    const loan = await desk.makeLoan()
    await setAudience(loan, 'invited', [luis])
    const params = { id: loan.id }
    expect((await lena.send('getLoan', { params })).status).toBe(404)
    expect((await desk.visitor().send('getLoan', { params })).status).toBe(404)
    expect((await luis.send('getLoan', { params })).status).toBe(200)
  })
})

describe('a request for access', () => {
  it('is granted: its firm sees the whole loan, and both sides are notified', async () => {
    const loan = await desk.makeLoan()
    await setAudience(loan, 'teaser', [])
    const params = { id: loan.id }
    const asked = await lena.call('requestAccess', { params, body: { message: 'We lend here.' } })
    expect(asked).toMatchObject({ state: 'open', message: 'We lend here.' })
    expect(await lena.call('getLoan', { params })).toMatchObject({
      accessRequest: asked,
      can: ['pass'],
    })
    const { requests } = await olga.call('getAudience', { params })
    expect(requests).toMatchObject([{ id: asked.id, personId: lena.id, state: 'open' }])
    const granted = await olga.call('grantAccess', {
      params: { id: asked.id },
      body: { message: 'Welcome.' },
    })
    expect(granted).toMatchObject({ state: 'granted', answer: 'Welcome.' })
    expect(await lena.call('getLoan', { params })).toMatchObject({
      borrowerName: loan.borrowerName,
    })
    expect(await noticesOf(lena, loan)).toContain(
      `accessGranted: You now have full access to ${loan.title}. “Welcome.”`,
    )
    expect(await lena.refusal('requestAccess', { params, body: {} })).toBe(
      '409: Your firm sees the whole of this loan already',
    )
  })
})
