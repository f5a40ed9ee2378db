import { describe, expect, it } from 'vitest'
import { describeForOperator } from './cli-errors.ts'

const failed = (fields: object, cause?: Error) =>
  Object.assign(new Error('it failed', { cause }), fields)

describe('error messages for operators', () => {
  it('names the setting if the listen address belongs to another machine', () => {
    const error = failed({ code: 'EADDRNOTAVAIL', syscall: 'listen', address: '192.0.2.1' })
    expect(describeForOperator(error)).toMatch(
      /^HOST 192\.0\.2\.1 isn't an address of this machine\./,
    )
  })

  it('reports a full disk, whichever component detects the problem', () => {
    for (const error of [failed({ code: 'ENOSPC' }), failed({}, failed({ code: 'EDQUOT' }))])
      expect(describeForOperator(error)).toBe(
        'No space is left on a disk (it failed). Make room, then start again.',
      )
  })

  it('attributes only database errors to the database', () => {
    const error = failed({}, failed({ code: 'ECONNREFUSED', syscall: 'connect' }))
    expect(describeForOperator(error)).toMatch(/^The database can't be used \(it failed\)\./)
    const missing = failed({ code: 'ERR_MODULE_NOT_FOUND' })
    expect(describeForOperator(missing)).not.toContain('database')
  })
})
