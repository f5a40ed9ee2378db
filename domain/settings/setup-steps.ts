/** What a desk needs before its first commitment, in the order of the list. */
export const setupSteps = [
  /** The caller's own name, which is `Administrator` at first. */
  'name',
  /** Not the example's, and not the sample's. */
  'company',
  /** Terms of one's own, instead of the built-in ones. */
  'terms',
  /** A mail server and a sender of one's own, or the decision to work without a mail server. */
  'email',
  /** One that isn't the sample's, published or not. */
  'loan',
  /** An invitation, or a lender who isn't the sample's. */
  'lenders',
  /** The caller's own. */
  'twoFactor',
  /** PUBLIC_URL. */
  'publicAddress',
  /** By `npm run backup`; others, such as snapshots of a disk, aren't known. */
  'backup',
] as const
export type SetupStep = (typeof setupSteps)[number]
