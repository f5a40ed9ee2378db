import { formatDay } from '#domain/days.ts'

export interface GivenInstruction {
  instructedBy: string
  instructedOn: string
}

export const formatInstruction = ({ instructedBy, instructedOn }: GivenInstruction) =>
  `${instructedBy} on ${formatDay(instructedOn)}`
