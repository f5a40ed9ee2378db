import { newEmail, type Person } from './builders.ts'
import type { Prepare } from './changing-acts.ts'
import type { Scenery } from './things.ts'

const names = { firstName: 'Ben', lastName: 'Roe', password: 'correct horse battery' }

export const firmIdOf = async (person: Person) => (await person.call('getCurrentUser')).firmId

export const tokenIn = (url: string | null | undefined) =>
  new URL(url ?? '').searchParams.get('invitation') ?? ''

/** The token of an administrator's invitation to the person's firm. */
async function inviteTo(firmId: string, admin: Person) {
  const body = { email: newEmail(), firmRole: 'committer' } as const
  return tokenIn((await admin.call('createInvitationToFirm', { params: { id: firmId }, body })).url)
}

export const acceptAs = (desk: Pick<Scenery, 'visitor'>, token: string, fields: object = {}) => {
  const caller = desk.visitor()
  const body = { ...names, ...fields }
  return caller.call('acceptInvitation', { params: { token }, body })
}

/** Successful calls to the endpoints of firms, for `prepareAct`. */
export const firmActs = {
  acceptInvitation: async ({ desk, admin, lender }) => {
    const token = await inviteTo(await firmIdOf(lender), admin)
    return () => acceptAs(desk, token)
  },
  // The registration of the colleague is an unread notification of the administrators.
  deactivateFirmPerson: async ({ desk, admin, lender }) => {
    const token = await inviteTo(await firmIdOf(lender), admin)
    const { id } = await acceptAs(desk, token)
    return () => lender.call('deactivateFirmPerson', { params: { id } })
  },
  reactivateFirmPerson: async ({ desk, lender }) => {
    const { id } = await desk.makeColleague(lender)
    await lender.call('deactivateFirmPerson', { params: { id } })
    return () => lender.call('reactivateFirmPerson', { params: { id } })
  },
  deactivateFirm: async ({ desk, admin, lender, loan }) => {
    await desk.makeCommitment(lender, loan, { percentage: '1', isSoftCommit: 'true' })
    // The administrator who acts isn't notified.
    await desk.makeAdmin()
    const id = await firmIdOf(lender)
    await inviteTo(id, admin)
    await admin.call('setAudience', {
      params: { id: loan.id },
      body: { audience: 'teaser', firms: [id] },
    })
    return () => admin.call('deactivateFirm', { params: { id } })
  },
  reactivateFirm: async ({ admin, lender }) => {
    const id = await firmIdOf(lender)
    await admin.call('deactivateFirm', { params: { id } })
    return () => admin.call('reactivateFirm', { params: { id } })
  },
} satisfies Record<string, Prepare>
