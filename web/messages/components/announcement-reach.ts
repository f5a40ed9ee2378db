interface Audience {
  /** How many lenders can read it. */
  readers: number
  /** How many of those are notified. */
  notified: number
}

/** Tells an administrator whom an announcement will reach, before it is sent. */
export function announcementReach({ readers, notified }: Audience): string {
  if (readers === 0) return 'There is no approved lender yet to read this.'
  const read =
    readers === 1
      ? 'One approved lender can read this.'
      : `All ${readers} approved lenders can read this.`
  const told =
    notified === 0
      ? 'Nobody is notified: no lender holds a share of this loan or has it as a favorite.'
      : `${notified} ${notified === 1 ? 'is' : 'are'} notified: those who hold a share of this loan or have it as a favorite.`
  return `${read} ${told}`
}
