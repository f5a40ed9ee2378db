import { companyOf } from '#contract/company.ts'
import { sampleCompany } from '#server/sample/sample-data.ts'
import { expect, it } from 'vitest'
import { missingForMail, senderWarnings } from './mail-sender.ts'

const smtpUrl = 'smtp://mail.quay.bank'
const example = companyOf({}, {})
const own = companyOf({}, { name: 'Quay Bank', email: 'desk@quay.bank' })

it.each([
  ['nothing is set', { smtpUrl: null, mailFrom: null, company: own }, 'server'],
  ['only the sender is set', { smtpUrl: null, mailFrom: 'a@quay.bank', company: own }, 'server'],
  [
    'the sender is from the example company',
    { smtpUrl, mailFrom: null, company: example },
    'sender',
  ],
  [
    'the sender is the example of a named company',
    { smtpUrl, mailFrom: null, company: companyOf({ name: 'Quay Bank' }, {}) },
    'sender',
  ],
  [
    'the sender is from the sample company',
    { smtpUrl, mailFrom: null, company: companyOf({}, sampleCompany) },
    'sender',
  ],
  ['MAIL_FROM is set', { smtpUrl, mailFrom: 'a@quay.bank', company: example }, null],
  ['the company has an email address', { smtpUrl, mailFrom: null, company: own }, null],
])('reports a missing mail server or sender address: %s', (_case, settings, missing) => {
  expect(missingForMail(settings)).toBe(missing)
  expect(senderWarnings(settings)).toHaveLength(missing === 'sender' ? 1 : 0)
})
