/** All handlers, one for each row of the table. */
import type { Handlers } from '#server/http/mount.ts'
import { aboutHandlers } from './about.ts'
import { auditHandlers } from './audit.ts'
import { authHandlers } from './auth.ts'
import { bookHandlers } from './book.ts'
import { commitmentHandlers } from './commitments.ts'
import { favoriteHandlers } from './favorites.ts'
import { registrationHandlers } from './file-registration.ts'
import { fileHandlers } from './files.ts'
import { loanChangeHandlers } from './loan-changes.ts'
import { loanHandlers } from './loans.ts'
import { mailHandlers } from './mails.ts'
import { messageHandlers } from './messages.ts'
import { notificationHandlers } from './notifications.ts'
import { passwordHandlers } from './own-password.ts'
import { sessionHandlers } from './sessions.ts'
import { summaryHandlers } from './summary.ts'
import { twoFactorHandlers } from './two-factor.ts'
import { uploadHandlers } from './uploads.ts'
import { userHandlers } from './users.ts'

export const handlers: Handlers = {
  ...authHandlers,
  ...passwordHandlers,
  ...sessionHandlers,
  ...twoFactorHandlers,
  ...loanHandlers,
  ...loanChangeHandlers,
  ...favoriteHandlers,
  ...commitmentHandlers,
  ...fileHandlers,
  ...messageHandlers,
  ...bookHandlers,
  ...uploadHandlers,
  ...registrationHandlers,
  ...notificationHandlers,
  ...mailHandlers,
  ...auditHandlers,
  ...summaryHandlers,
  ...userHandlers,
  ...aboutHandlers,
}
