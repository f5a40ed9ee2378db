import { security } from '#test/support/requirements.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { requireUncommon } from './common-passwords.ts'

const owner = { email: 'lena.brook@quay.example', firstName: 'Lena', lastName: 'Brook-Marsh' }
const refusalOf = (password: string) =>
  requireUncommon(password, owner, 'newPassword').then(
    () => 'taken',
    (error: Error & { status?: number; extra?: object }) => ({ ...error.extra, is: error.status }),
  )

const tooCommon = 'This is one of the most common passwords. Choose another.'
const wellKnown = 'This password is your name or email address. Choose another.'

describe('new passwords', () => {
  it('rejects the ten thousand most common passwords in any letter case', async () => {
    security('6.2.4', '6.2.12')
    const refused = { is: 400, fields: { newPassword: tooCommon } }
    const longEnough = dictionary['passwords-common'].filter((each) => each.length >= 8)
    const commonest = longEnough.slice(0, 10_000)
    expect(commonest).toHaveLength(10_000)
    for (const password of commonest) expect(await refusalOf(password), password).toEqual(refused)
    for (const password of ['password', 'PassWord', '12345678', 'QWERTYUIOP', 'trustno1'])
      expect(await refusalOf(password)).toEqual(refused)
  })

  it("rejects a password that is the owner's name or email address", async () => {
    security('6.1.2', '6.2.11')
    const refused = { is: 400, fields: { newPassword: wellKnown } }
    for (const password of [
      'lena.brook@quay.example',
      'LENA.BROOK',
      'brook-marsh',
      'Lena Brook-Marsh',
      'lenabrook-marsh',
      'Brook-MarshLena',
    ])
      expect(await refusalOf(password), password).toEqual(refused)
  })

  it("accepts a password that is neither common nor the owner's name or email address", async () => {
    security('6.2.5')
    for (const password of [
      'correct horse battery',
      'lena.brook7',
      'lena.brook@quay.example!',
      'password is what it is not',
      '🏗️👩‍👩‍👧‍👦 für immer',
    ])
      expect(await refusalOf(password), password).toBe('taken')
  })

  it('accepts a password if its owner has no name', async () => {
    const nobody = { email: 'a@b.example', firstName: 'Administrator', lastName: '' }
    await requireUncommon('a quiet harbour', nobody, 'password')
  })
})
