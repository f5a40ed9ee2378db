/** All handlers, one for each row of the table. */
import type { Handlers } from '#server/http/mount.ts'
import { aboutHandlers } from './about.ts'
import { authHandlers } from './auth.ts'
import { commitmentHandlers } from './commitments.ts'
import { favoriteHandlers } from './favorites.ts'
import { fileHandlers } from './files.ts'
import { loanHandlers } from './loans.ts'
import { messageHandlers } from './messages.ts'
import { userHandlers } from './users.ts'

export const handlers: Handlers = {
  ...authHandlers,
  ...loanHandlers,
  ...favoriteHandlers,
  ...commitmentHandlers,
  ...fileHandlers,
  ...messageHandlers,
  ...userHandlers,
  ...aboutHandlers,
}
