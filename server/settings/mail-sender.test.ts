import { companyOf } from '#contract/company.ts'
import { sampleCompany } from '#server/sample/sample-data.ts'
import { expect, it } from 'vitest'
import { missingForMail, senderWarnings } from './mail-sender.ts'

const smtpUrl = 'smtp://mail.quay.bank'
const example = companyOf({}, {})
const own = companyOf({}, { name: 'Quay Bank', email: 'desk@quay.bank' })

it.each([
  ['nothing is set', { smtpUrl: null, mailFrom: null, company: own }, 'server'],
  ['there is a sender only', { smtpUrl: null, mailFrom: 'a@quay.bank', company: own }, 'server'],
  ['the sender would be the example', { smtpUrl, mailFrom: null, company: example }, 'sender'],
  [
    'the sender would be the example of a company that has a name',
    { smtpUrl, mailFrom: null, company: companyOf({ name: 'Quay Bank' }, {}) },
    'sender',
  ],
  [
    "the sender would be the sample's",
    { smtpUrl, mailFrom: null, company: companyOf({}, sampleCompany) },
    'sender',
  ],
  ['MAIL_FROM is set', { smtpUrl, mailFrom: 'a@quay.bank', company: example }, null],
  ['the company has an email', { smtpUrl, mailFrom: null, company: own }, null],
])('handles this case: %s', (_case, settings, missing) => {
  expect(missingForMail(settings)).toBe(missing)
  expect(senderWarnings(settings)).toHaveLength(missing === 'sender' ? 1 : 0)
})
