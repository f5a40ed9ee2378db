/** The headers that each response to an API call has, in every role. */
import type { EndpointName } from '#contract/endpoints.ts'
import { expect } from 'vitest'
import type { Reply } from './caller.ts'

/** These calls return files or HTML pages, which have another Content-Security-Policy header. */
const filesAndPages: readonly EndpointName[] = [
  ...(['getObject', 'getLoanCover'] as const),
  ...(['getApiDocs', 'getMailHtml', 'getNewLoanMail'] as const),
]

/** The policy prevents the response from loading, submitting, or running anything when a browser opens it. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

/** Expects headers that prevent caches from storing the response, and browsers from interpreting or framing it. */
export function expectSafeHeaders(name: EndpointName, { status, headers }: Reply): void {
  const isFileOrPage = status < 400 && filesAndPages.includes(name)
  // Browsers may cache a cover, because its address names its photo.
  const caching = isFileOrPage && name === 'getLoanCover' ? 'private, max-age=3600' : 'no-store'
  expect(headers, `${name} ${status}`).toMatchObject({
    ...always,
    'cache-control': caching,
    ...(!isFileOrPage && { 'content-security-policy': dataPolicy }),
  })
}
