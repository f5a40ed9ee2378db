/** The answer to an offer, as it is stored. */
export interface AnsweredOffer {
  offerId: string
  state: 'accepted' | 'declined'
  answeredBy: string
  at: string
  /** How the lender gave an answer that an administrator recorded, or null if the lender answered. */
  how: string | null
  /** The lender's reason for declining. */
  reason: string | null
  receiptId: string | null
}
