/** The setup steps before a first commitment, in the order of the checklist. */
export const setupSteps = [
  /** The caller's own name, which is `Administrator` initially. */
  'name',
  /** Neither the example company nor the sample data's. */
  'company',
  'terms',
  /** A mail server and a sender, or the decision to work without a mail server. */
  'email',
  'loan',
  'lenders',
  'twoFactor',
  'publicAddress',
  /** Made with `npm run backup`; other backups, such as disk snapshots, can't be detected. */
  'backup',
] as const
export type SetupStep = (typeof setupSteps)[number]
