/** `npm run dev`: runs the app without any setup. Restarts the server and reloads the browser on every change. */
import { spawn } from 'node:child_process'
import { tool } from './support/processes.mjs'
import { root } from './support/project.mjs'

const start = ([program = '', ...args]: string[]) =>
  spawn(program, args, { cwd: root, stdio: 'inherit' })
const children = [
  start([...tool('tsx', 'dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts']),
  start(tool('vite', 'bin/vite.js')),
]
console.log('The app, reloading on changes: http://localhost:5173')

const endAll = () => children.forEach((child) => child.kill('SIGTERM'))
process.on('SIGINT', endAll)
process.on('SIGTERM', endAll)
for (const child of children) child.once('exit', endAll)
