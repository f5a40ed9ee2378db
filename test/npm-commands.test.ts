import { spawn } from 'node:child_process'
import { parseArguments } from '#scripts/support/arguments.mjs'
import { projectRoot } from '#server/project-root.ts'
import { describe, expect, it } from 'vitest'

function run(command: string, argument: string, options: string[] = []) {
  const args = [...options, 'scripts/run.mjs', command, argument]
  const child = spawn(process.execPath, args, { cwd: projectRoot })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => void (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (said.err += chunk.toString()))
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, ...said })),
  )
}

describe('command options', () => {
  // Only these commands are tested, because loading each TypeScript tool takes a second.
  it.each(['bench', 'backup', 'receipt:rotate', 'screens'])(
    "prints a command's usage for --help without running the command: %s",
    async (command) => {
      const { code, out, err } = await run(command, '--help')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(new RegExp(`^npm run ${command}\\b`))
    },
    // When other tests keep the machine busy, loading a tool takes many seconds.
    60_000,
  )

  it.each([
    ['backup', 1],
    ['screens', 1],
    // Lower exit codes report a verification result.
    ['receipt:verify', 3],
    ['audit:verify', 2],
  ])('reports an unknown command-line option on one line: %s', async (command, code) => {
    const help = `npm run ${command} -- --help`
    expect(await run(command, '--colour')).toEqual({
      code,
      out: '',
      err: `Unknown option '--colour'. To see what it takes: ${help}\n`,
    })
  })
})

it.each([
  ['receipt:verify', 3],
  ['audit:verify', 2],
  ['backup', 1],
])('returns no verification result if the command fails to start: %s', async (command, code) => {
  const anOldNode = 'Object.defineProperty(process.versions, "node", { value: "18.1.0" })'
  const before = ['--import', `data:text/javascript,${encodeURIComponent(anOldNode)}`]
  expect(await run(command, 'receipt.json', before)).toEqual({
    code,
    out: '',
    err: 'Paripassu needs Node.js 20.19 or newer; this is 18.1.0\n',
  })
})

describe('command-line arguments', () => {
  const options = { rounds: { type: 'string' }, keep: { type: 'boolean' } } as const
  const read = (values: unknown, operands: string[]) => ({ values, operands })
  const parse = (...args: string[]) => parseArguments(args, { options, operands: 1, read })

  it("separates a command's options from its operands", () => {
    expect(parse('--rounds', '2', 'file', '--keep')).toEqual({
      values: { rounds: '2', keep: true },
      operands: ['file'],
    })
  })

  it.each([
    [['--rounds'], "Option '--rounds <value>' argument missing"],
    [['--keep=yes'], "Option '--keep' does not take an argument"],
    [['one', 'two'], "Unexpected argument 'two'"],
  ])('rejects unexpected command-line arguments: %j', (args, words) => {
    expect(() => parse(...args)).toThrow(new Error(words))
  })
})
