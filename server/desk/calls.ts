import type { deskCalls } from '#contract/desk/calls.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/mount.ts'
import { readAdminToday } from './admin-today.ts'
import { listExposedLoans, readExposure } from './exposure.ts'
import { sendExposure } from './exposure-sheet.ts'
import { readWeeks } from './exposure-weeks.ts'
import { setLimits } from './limits.ts'
import { listLenderHoldings, readLender } from './lenders.ts'
import { readPipeline } from './pipeline.ts'
import { listsOf, readToday } from './today.ts'
import { readFirstSteps, visitDesk } from './visits.ts'

export const deskHandlers: Pick<Handlers, keyof typeof deskCalls> = {
  getToday: readToday,
  getAdminToday: ({ db }, { query }) => readAdminToday(listsOf(db, query)),
  visitDesk,
  getFirstSteps: readFirstSteps,
  getPipeline: ({ db }) => readPipeline(db),

  getExposure: ({ db }) => readExposure(db),
  setExposureLimits: (context, { body }) => setLimits(context, body),
  getExposureWeeks: ({ db, config }) => readWeeks(db, new Date(), config.timeZone),

  async listExposedLoans({ db, reply }, { query: filters }) {
    const limit = Number(filters.limit ?? 200)
    const rows = await listExposedLoans(db, filters, limit + 1)
    const page = cutPage(reply, rows, { call: 'listExposedLoans', filters, limit })
    return page.map(({ createdAt: _createdAt, lead: _lead, ...loan }) => loan)
  },

  exportExposureAsXlsx: (context) => sendExposure(context, 'xlsx'),
  exportExposureAsPdf: (context) => sendExposure(context, 'pdf'),

  getLender: ({ db }, { path: { id } }) => readLender(db, id),
  listLenderHoldings: (context, { path: { id }, query }) => listLenderHoldings(context, id, query),
}
