interface Audience {
  readers: number
  notified: number
}

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
