import { expect, it } from 'vitest'
import { failedAudits, lookOf, middleOf, mustsOf, shortcomings, type Report } from './look.ts'

const refused = (path: string) => ({
  description: 'Failed to load resource: the server responded with a status of 401 (Unauthorized)',
  sourceLocation: { url: `http://127.0.0.1:3000${path}` },
})

const reportWith = (logged: object[], doctype = 1): Report => ({
  categories: {
    performance: { score: 0.97, auditRefs: [] },
    accessibility: { score: 1, auditRefs: [{ id: 'label', weight: 7 }] },
    'best-practices': {
      score: 0.96,
      auditRefs: [
        { id: 'errors-in-console', weight: 1 },
        { id: 'doctype', weight: 1 },
        { id: 'advice', weight: 0 },
      ],
    },
  },
  audits: {
    label: { score: 1 },
    'errors-in-console': { score: logged.length > 0 ? 0 : 1, details: { items: logged } },
    doctype: { score: doctype },
    advice: { score: 0 },
    'largest-contentful-paint': { score: 1, numericValue: 1800 },
    'total-blocking-time': { score: 1, numericValue: 90 },
    'cumulative-layout-shift': { score: 1, numericValue: 0.02 },
    metrics: { score: null, details: { items: [{ observedLargestContentfulPaint: 400 }] } },
    'network-requests': {
      score: null,
      details: {
        items: [
          { resourceType: 'Document', networkRequestTime: 0 },
          { resourceType: 'Script', networkRequestTime: 50 },
          { resourceType: 'Script', networkRequestTime: 500 },
        ],
      },
    },
  },
})

const look = lookOf(reportWith([]))

it('counts the scripts that were requested before the largest paint', () => {
  expect(look).toEqual({
    ...{ performance: 97, accessibility: 100, bestPractices: 96 },
    ...{ largestPaintMs: 1800, blockingMs: 90, layoutShift: 0.02, scripts: 1, requests: 3 },
  })
})

it('takes the median of each figure', () => {
  const looks = [90, 99, 97].map((performance) => ({ ...look, performance }))
  expect(middleOf(looks)).toEqual({ ...look, performance: 97 })
})

it('forgives the 401 of asking who is signed in and nothing else', () => {
  expect(failedAudits(reportWith([]))).toEqual([])
  expect(failedAudits(reportWith([refused('/api/auth/user')]))).toEqual([])
  expect(failedAudits(reportWith([refused('/api/auth/user'), refused('/api/stats')]))).toEqual([
    'errors-in-console',
  ])
  expect(failedAudits(reportWith([refused('/api/auth/user')], 0))).toEqual(['doctype'])
})

it('says what falls short', () => {
  const shortOf = (changed: Partial<typeof look>, screen = 'loans', isBusy = false) =>
    shortcomings({ look: { ...look, ...changed }, failed: [] }, mustsOf(screen), isBusy)
  expect(shortOf({})).toEqual([])
  expect(shortOf({ performance: 94, largestPaintMs: 2501, scripts: 16 })).toEqual([
    ...['performance', 'largest paint', 'scripts'],
  ])
  expect(shortOf({}, 'home')).toEqual(['performance', 'scripts'])
  expect(shortOf({ performance: 10, scripts: 16 }, 'loans', true)).toEqual(['scripts'])
  expect(shortcomings({ look, failed: ['label'] }, mustsOf('loans'), true)).toEqual(['label'])
})
