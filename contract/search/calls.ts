import type { Endpoint } from '#contract/endpoint.ts'
import { searchQuery, searchResults } from './shapes.ts'

export const searchCalls = {
  search: {
    method: 'GET',
    path: '/api/search',
    access: 'signedIn',
    summary:
      'Loans by title, borrower or address, and for approved users documents by name; for administrators also drafts, lenders and companies. At most 8 of each, the best matches first.',
    // The results also contain documents and people, but pending users must not get events about these.
    shows: ['loans'],
    query: searchQuery,
    example: { query: { q: 'pier' } },
    response: searchResults,
  },
} as const satisfies Record<string, Endpoint>
