import type { Handlers } from '#server/http/mount.ts'
import { aboutHandlers } from './openapi/calls.ts'
import { audienceHandlers } from './audience/calls.ts'
import { auditHandlers } from './audit/calls.ts'
import { accountHandlers } from './accounts/calls.ts'
import { bookHandlers } from './book/calls.ts'
import { calendarHandlers } from './calendar/calls.ts'
import { positionHandlers } from './position/calls.ts'
import { liveHandlers } from './live/calls.ts'
import { dealHandlers } from './deal/calls.ts'
import { deskHandlers } from './desk/calls.ts'
import { documentHandlers } from './documents/calls.ts'
import { firmHandlers } from './firms/calls.ts'
import { importHandlers } from './imports/calls.ts'
import { loanHandlers } from './loans/calls.ts'
import { messageHandlers } from './messages/calls.ts'
import { notificationHandlers } from './notifications/calls.ts'
import { searchHandlers } from './search/calls.ts'
import { settingHandlers } from './settings/calls.ts'

export const handlers: Handlers = {
  ...accountHandlers,
  ...firmHandlers,
  ...loanHandlers,
  ...audienceHandlers,
  ...documentHandlers,
  ...messageHandlers,
  ...bookHandlers,
  ...positionHandlers,
  ...dealHandlers,
  ...calendarHandlers,
  ...notificationHandlers,
  ...auditHandlers,
  ...settingHandlers,
  ...deskHandlers,
  ...searchHandlers,
  ...importHandlers,
  ...liveHandlers,
  ...aboutHandlers,
}
