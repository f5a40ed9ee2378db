import type { User } from '#contract/accounts/users.ts'
import { zeroMoney } from '#domain/money.ts'
import { describe, expect, test } from 'vitest'
import { findUsers } from './users.ts'

const user = (name: string, email: string): User => ({
  id: email,
  firstName: name,
  lastName: '',
  email,
  companyName: null,
  createdAt: '2025-01-05T15:04:00.000Z',
  name,
  username: email,
  isAdmin: 'false',
  isApproved: 'true',
  hasTwoFactor: 'false',
  deactivatedAt: null,
  lastSignInAt: null,
  bindingCommitments: 0,
  bindingAmount: zeroMoney,
  records: 0,
})

describe('the user search', () => {
  const ada = { ...user('Ada Cole', 'ada@quay.example'), companyName: 'Stone Bank' }
  const otto = user('Otto Brook', 'otto@brook.example')

  test('matches every user if the user search is empty or blank', () => {
    expect(findUsers([ada, otto], '')).toEqual([ada, otto])
    expect(findUsers([ada, otto], '  ')).toEqual([ada, otto])
  })

  test('finds users by part of a name, email address, or company, ignoring letter case', () => {
    expect(findUsers([ada, otto], 'COLE')).toEqual([ada])
    expect(findUsers([ada, otto], '@brook')).toEqual([otto])
    expect(findUsers([ada, otto], 'stone')).toEqual([ada])
    expect(findUsers([ada, otto], 'nobody')).toEqual([])
  })

  test('requires every word of a user search to match, in any order', () => {
    expect(findUsers([ada, otto], 'cole ada')).toEqual([ada])
    expect(findUsers([ada, otto], 'cole otto')).toEqual([])
  })
})
