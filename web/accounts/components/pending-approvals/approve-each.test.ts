import type { PendingUser } from '#contract/accounts/users.ts'
import { ApiError } from '#web/api/client.ts'
import { expect, test } from 'vitest'
import { approveEach, describeApprovals } from './approve-each.ts'

const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map((firstName): PendingUser => ({
  id: firstName,
  firstName,
  lastName: 'Cole',
  email: `${firstName}@example.com`,
  companyName: null,
  firmId: 'firm',
  firmName: null,
  firmRole: 'manager',
  colleagues: [],
  invitation: null,
  bindingCommitments: 0,
  createdAt: '2026-01-05T15:04:00.000Z',
})) as [PendingUser, PendingUser, PendingUser]

const refusal = (status: number, message: string) =>
  new ApiError(status, '', { message, code: 'any' })

test("continues approving users if one can't be approved, and names that user", async () => {
  const approvals = await approveEach([ada, bo, cy], async ({ id }) => {
    if (id === 'Bo') throw refusal(404, 'The user was not found')
  })
  expect(approvals.approved).toEqual([ada, cy])
  expect(describeApprovals(approvals)).toEqual({
    title: 'Error',
    description: '2 of 3 approved. Bo Cole: The user was not found',
    variant: 'destructive',
  })
  const { refused } = approvals
  const most = describeApprovals({ approved: [], refused: [...refused, ...refused, ...refused] })
  expect(most.description).toMatch(/^0 of 3 approved\. .* 2 others failed\.$/)
})

test('reports how many users were approved in one batch', async () => {
  const approve = () => Promise.resolve()
  expect(describeApprovals(await approveEach([ada, bo], approve))).toEqual({
    title: '2 users approved successfully',
  })
  expect(describeApprovals(await approveEach([ada], approve))).toEqual({
    title: 'User approved successfully',
  })
})

test('stops approving users once the session has ended', async () => {
  const asked: string[] = []
  const ended = approveEach([ada, bo], ({ id }) => {
    asked.push(id)
    return Promise.reject(refusal(401, 'Log in'))
  })
  await expect(ended).rejects.toThrow('401')
  expect(asked).toEqual(['Ada'])
})
