/** The rules for a firm's people: the states of a membership, and who may change whom. */
import type { FirmRole } from '#domain/access.ts'

export const personStates = ['pending', 'active', 'deactivated'] as const
export type PersonState = (typeof personStates)[number]

export const firmActs = ['rename', 'invite', 'deactivate', 'reactivate'] as const
export type FirmAct = (typeof firmActs)[number]

export const firmPersonActs = ['changeRole', 'deactivate', 'reactivate', 'move'] as const
export type FirmPersonAct = (typeof firmPersonActs)[number]

export interface Member {
  id: string
  firmRole: FirmRole
  isAdmin: boolean
  isApproved: boolean
  isDeactivated: boolean
}

export const personState = ({ isAdmin, isApproved, isDeactivated }: Member): PersonState =>
  isDeactivated ? 'deactivated' : isApproved || isAdmin ? 'active' : 'pending'

export const isActiveMember = (member: Member) => personState(member) === 'active'

const isActiveManager = (member: Member) => isActiveMember(member) && member.firmRole === 'manager'

/** A firm needs an active manager as long as it has an active person. */
export const hasManagerIfActive = (people: readonly Member[]): boolean =>
  people.some(isActiveManager) || !people.some(isActiveMember)

/** The people after one of them changes, or leaves if the change is null. */
export const withChange = (
  people: readonly Member[],
  id: string,
  change: Partial<Member> | null,
): Member[] =>
  people.flatMap((member) =>
    member.id === id ? (change ? [{ ...member, ...change }] : []) : [member],
  )

/** The company of a firm without its own name, as in other lists, or else the firm's name. */
export const titleOfFirm = (firm: { name: string; companyName?: string | null }): string =>
  firm.companyName ?? firm.name

const actsInState: Record<PersonState, readonly FirmPersonAct[]> = {
  pending: ['changeRole', 'move'],
  active: ['changeRole', 'deactivate', 'move'],
  deactivated: ['reactivate', 'move'],
}

export interface FirmCaller {
  id: string
  isAdmin: boolean
}

interface Firm {
  people: readonly Member[]
  isDeactivated: boolean
  /** True if the firm has commitments or messages. */
  isOnRecord: boolean
}

/**
 * A manager's acts on colleagues, or an administrator's on anyone. People don't change their own role, and managers
 * don't change administrators.
 */
export function actsOnPerson(caller: FirmCaller, firm: Firm, member: Member): FirmPersonAct[] {
  if (member.id === caller.id || (member.isAdmin && !caller.isAdmin)) return []
  const keepsManager = hasManagerIfActive(withChange(firm.people, member.id, null))
  const allowed: Record<FirmPersonAct, boolean> = {
    changeRole: keepsManager || !isActiveManager(member),
    deactivate: keepsManager,
    reactivate: !firm.isDeactivated,
    move: caller.isAdmin && mayMove(firm, member),
  }
  return actsInState[personState(member)].filter((act) => allowed[act])
}

/** A person may leave a firm that keeps another active person, with a manager, or that has no records. */
const mayMove = (firm: Pick<Firm, 'people' | 'isOnRecord'>, { id }: Pick<Member, 'id'>) => {
  const left = withChange(firm.people, id, null)
  return hasManagerIfActive(left) && (left.some(isActiveMember) || !firm.isOnRecord)
}
