import { expect, it } from 'vitest'
import { templateOf } from './template.ts'

it('contains the headers and one sample row', () => {
  expect(templateOf('lenders')).toBe(
    '\ufeffEmail,Name,First Name,Last Name,Company,Approved,Note\r\n' +
      'ada.cole@example.com,Ada Cole,,,Cole Capital Partners,Yes,It was good to meet you in Boston.\r\n',
  )
  expect(templateOf('loans')).toContain(
    '"12 Harbor Street, Portland, ME 04101","$1,250,000.00",7.25%',
  )
})
