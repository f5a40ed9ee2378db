/** Notices of a closed book, as its acts write them. */
import type { BatchedType } from '#domain/notifications/types.ts'

const title = 'Quarry Street Flats'

export const closingMessages: Record<'lender' | 'admin', readonly [BatchedType, string][]> = {
  lender: [
    [
      'bookClosed',
      `You hold 10% ($1,250,000.00) of ${title} from Dec 15, 2026; your certificate is ready, and your soft commitment of 5% ($625,000.00) lapsed`,
    ],
    [
      'bookReopened',
      `The book of ${title} was reopened, so your certificate is void. You still hold 10% ($1,250,000.00). Reason: The borrower asks for less.`,
    ],
    [
      'instructionsReady',
      `The funding instructions for ${title} are ready; read them on the desk, and call us before you wire`,
    ],
    [
      'instructionsChanged',
      `The funding instructions for ${title} changed, so those that you verified are void; read them on the desk, and call us before you wire`,
    ],
    ['fundsReceived', `We received $1,250,000.00 for ${title} on Dec 15, 2026`],
    [
      'receiptReversed',
      `The receipt of $1,250,000.00 for ${title} on Dec 15, 2026 was reversed: The bank returned the wire.`,
    ],
    [
      'registerChanged',
      `The register of ${title} has a new version. You still hold 10% ($1,250,000.00); your new certificate is ready`,
    ],
  ],
  admin: [
    [
      'calledBack',
      `Theo Lindqvist verified version 1 of the instructions for ${title} by telephone`,
    ],
    ['allFundsReceived', `All money for ${title} has come: $10,000,000.00`],
    [
      'takenOver',
      `The originator took over the share of Theo Lindqvist in ${title}: 10% ($1,250,000.00)`,
    ],
  ],
}
