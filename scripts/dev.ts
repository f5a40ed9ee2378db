/** `npm run dev`: runs the app without any setup. Restarts the server and reloads the browser on every change. */
import { spawn, type StdioOptions } from 'node:child_process'
import { createInterface } from 'node:readline'
import { tool } from './support/processes.mjs'
import { root } from './support/project.mjs'

const start = ([program = '', ...args]: string[], stdio: StdioOptions = 'inherit') =>
  spawn(program, args, { cwd: root, stdio })
const server = start(
  [...tool('tsx', 'dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
  ['inherit', 'pipe', 'inherit'],
)
const children = [server, start(tool('vite', 'bin/vite.js'))]
if (server.stdout)
  createInterface(server.stdout).on('line', (line) => {
    console.log(line)
    if (line.startsWith('Paripassu is ready at'))
      console.log('The app, reloading on changes: http://localhost:5173')
  })

const endAll = () => children.forEach((child) => child.kill('SIGTERM'))
process.on('SIGINT', endAll)
process.on('SIGTERM', endAll)
for (const child of children) child.once('exit', endAll)
