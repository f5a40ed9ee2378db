export const proposalStates = ['open', 'applied', 'canceled'] as const
export type ProposalState = (typeof proposalStates)[number]

export const answerStates = ['asked', 'confirmed', 'declined'] as const
export type AnswerState = (typeof answerStates)[number]
