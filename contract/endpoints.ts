/**
 * The table of all endpoints, with method, path, access, and schemas. The server's routes, the browser client's types,
 * the test of each role's access, the API page, and docs/calls.md are derived from it.
 */
import { accountCalls } from './accounts/calls.ts'
import { audienceCalls } from './audience/calls.ts'
import { auditCalls } from './audit/calls.ts'
import { bookCalls } from './book/calls.ts'
import { calendarCalls } from './calendar/calls.ts'
import { dealCalls } from './deal/calls.ts'
import { deskCalls } from './desk/calls.ts'
import { documentCalls } from './documents/calls.ts'
import { firmCalls } from './firms/calls.ts'
import { liveCalls } from './live/calls.ts'
import { importCalls } from './imports/calls.ts'
import { loanCalls } from './loans/calls.ts'
import { messageCalls } from './messages/calls.ts'
import { notificationCalls } from './notifications/calls.ts'
import { positionCalls } from './position/calls.ts'
import { searchCalls } from './search/calls.ts'
import { settingCalls } from './settings/calls.ts'
import type { Endpoint } from './endpoint.ts'

export const aboutCalls = {
  getOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'anyone',
    summary: 'The table of calls as OpenAPI.',
    response: 'bytes',
    answersText: true,
  },
  getApiDocs: {
    method: 'GET',
    path: '/api/docs',
    access: 'anyone',
    summary: 'The table of calls as a page.',
    response: 'bytes',
    answersText: true,
  },
} as const satisfies Record<string, Endpoint>

export const endpoints = {
  ...accountCalls,
  ...firmCalls,
  ...loanCalls,
  ...audienceCalls,
  ...bookCalls,
  ...positionCalls,
  ...dealCalls,
  ...calendarCalls,
  ...documentCalls,
  ...messageCalls,
  ...notificationCalls,
  ...deskCalls,
  ...searchCalls,
  ...auditCalls,
  ...settingCalls,
  ...importCalls,
  ...liveCalls,
  ...aboutCalls,
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

export const callsByArea = {
  accounts: accountCalls,
  firms: firmCalls,
  loans: loanCalls,
  audience: audienceCalls,
  book: bookCalls,
  deal: dealCalls,
  position: positionCalls,
  calendar: calendarCalls,
  documents: documentCalls,
  messages: messageCalls,
  notifications: notificationCalls,
  desk: deskCalls,
  search: searchCalls,
  audit: auditCalls,
  settings: settingCalls,
  imports: importCalls,
  live: liveCalls,
  about: aboutCalls,
}
