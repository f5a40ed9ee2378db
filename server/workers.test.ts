import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { lastErrorLine } from './workers.ts'

const errorOutputOf = (...args: string[]) =>
  spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr
const ofProgram = (text: string) => errorOutputOf('--input-type=module', '-e', text)

describe("a worker's last error line", () => {
  it.each([
    ['an uncaught error', `throw new TypeError('It broke')`, 'TypeError: It broke'],
    [
      'an error with a cause and further fields',
      `throw Object.assign(new Error('Outer', { cause: new Error('Inner') }), { code: 'E1' })`,
      'Error: Outer',
    ],
    [
      'an error after a warning',
      `process.emitWarning('Old'); setImmediate(() => { throw new RangeError('Too far') })`,
      'RangeError: Too far',
    ],
    [
      'a message for the operator',
      `process.stderr.write('PORT is in use\\n'); process.exit(1)`,
      'PORT is in use',
    ],
    [
      'a failed query, omitting its values',
      `const error = new Error('Failed query: select $1\\nparams: s3cret')
       throw Object.assign(error, { params: ['s3cret'] })`,
      'Error: Failed query: select $1',
    ],
    [
      'a database error, omitting the value that it names',
      `throw Object.assign(new Error('invalid input syntax for type uuid: "s3cret"'), { name: 'error' })`,
      'error: invalid input syntax for type uuid',
    ],
    ['only a warning', `process.emitWarning('Old')`, undefined],
    ['silence', '', undefined],
  ])('finds the last error in the output of %s', (_what, program, line) => {
    expect(lastErrorLine(ofProgram(program))).toBe(line)
  })

  it("finds a worker's last error if the worker's script is missing", () => {
    expect(lastErrorLine(errorOutputOf('/nowhere/main.js'))).toMatch(
      /^Error: Cannot find module '\/nowhere\/main\.js'/,
    )
  })
})
