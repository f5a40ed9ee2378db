/** The setup steps before a first commitment, in checklist order. */
export const setupSteps = [
  /** The caller's own name, which is initially `Administrator`. */
  'name',
  /** Company details other than those of the example company and the sample data. */
  'company',
  'terms',
  /** A mail server and a sender, or a decision to work without a mail server. */
  'email',
  'loan',
  'lenders',
  'twoFactor',
  'publicAddress',
  /** A backup made with `npm run backup`. Other backups, such as disk snapshots, can't be detected. */
  'backup',
] as const
export type SetupStep = (typeof setupSteps)[number]
