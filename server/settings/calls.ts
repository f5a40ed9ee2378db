import type { settingCalls } from '#contract/settings/calls.ts'
import type { Handlers } from '#server/http/mount.ts'
import { readSettings, updateCompany } from './company.ts'
import {
  acceptTerms,
  listLegalVersions,
  publishLegalText,
  readHistory,
  readLegalChanges,
  readLegalTexts,
} from './legal-texts.ts'
import { deleteSample, readSample } from './sample.ts'
import { readSetup, updateSetup } from './setup.ts'

export const settingHandlers: Pick<Handlers, keyof typeof settingCalls> = {
  getCompany: ({ db, config }) => readSettings(db, config),

  async updateCompany(context, { body }) {
    await updateCompany(context, body)
    await context.refreshCompany()
    return readSettings(context.db, context.config)
  },

  getSetup: ({ db, config, principal }) => readSetup(db, config, principal.account),

  async updateSetup(context, { body }) {
    if (Object.keys(body).length > 0) await updateSetup(context, body)
    return readSetup(context.db, context.config, context.principal.account)
  },

  getLegalTexts: ({ db, config }) => readLegalTexts(db, config.company),
  getLegalChanges: (context) => readLegalChanges(context),
  acceptTerms: (context, { body }) => acceptTerms(context, body.version),
  getLegalHistory: ({ db }) => readHistory(db),
  listLegalVersions: (context, { query }) => listLegalVersions(context, query),

  async publishLegalText(context, { body }) {
    await publishLegalText(context, body)
    return readHistory(context.db)
  },

  getSample: ({ db }) => readSample(db),
  deleteSample: (context) => deleteSample(context),
}
