import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { calendarAddress, calendarKey, newCalendarAddress } from './shapes.ts'

export const calendarCalls = {
  getLoanCalendar: {
    method: 'GET',
    path: '/api/loans/:id/calendar',
    access: 'reader',
    summary:
      'The dates of a loan as a calendar file: its deadline and planned closing, or maturity, and the time by which your firm answers.',
    example: { params: { id: exampleId.loan } },
    response: 'bytes',
    answersText: true,
  },
  getCalendarFeed: {
    method: 'GET',
    path: '/api/calendar.ics',
    access: 'anyone',
    summary:
      "The dates of its owner's loans and open offers, at a private address. Without a session, the key is the only way in.",
    query: calendarKey,
    example: { query: { key: 'x'.repeat(43) } },
    response: 'bytes',
    answersText: true,
    refusals: { 404: ['not_found'] },
  },
  getCalendarAddress: {
    method: 'GET',
    path: '/api/calendar-address',
    access: 'viewer',
    summary: 'Whether you have a calendar address, and since when.',
    shows: ['users'],
    response: calendarAddress,
  },
  createCalendarAddress: {
    method: 'POST',
    path: '/api/calendar-address',
    access: 'viewer',
    limit: 'changes',
    summary: 'Create your calendar address. It replaces the previous one, and is shown only once.',
    changes: ['users', 'audit'],
    response: newCalendarAddress,
    answersSecret: true,
    status: 201,
  },
  deleteCalendarAddress: {
    method: 'DELETE',
    path: '/api/calendar-address',
    access: 'viewer',
    limit: 'changes',
    summary: 'Turn off your calendar address.',
    changes: ['users', 'audit'],
    response: null,
  },
} as const satisfies Record<string, Endpoint>
