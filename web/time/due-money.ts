import { formatMoment } from '#domain/days.ts'

/** Returns text such as "due May 15, 2027, 5:00 PM EDT". */
export const describeDueMoney = (dueAt: string, format = formatMoment) =>
  `${isOverdue(dueAt) ? 'was due' : 'due'} ${format(dueAt)}`

export const isOverdue = (dueAt: string, now = new Date()) => new Date(dueAt) < now
