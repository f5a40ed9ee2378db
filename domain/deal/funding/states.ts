/** The states of funding instructions, and of what a lender owes. */

export const instructionStates = ['draft', 'verified', 'sent', 'replaced'] as const
export type InstructionState = (typeof instructionStates)[number]

export const instructionActs = ['verify', 'send', 'discard'] as const
export type InstructionAct = (typeof instructionActs)[number]

export const dueStates = ['awaiting', 'partial', 'received'] as const
export type DueState = (typeof dueStates)[number]
