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
