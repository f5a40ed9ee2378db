/**
 * `npm start`: installs missing dependencies, rebuilds if a source changed, and serves the product.
 */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Imported only now, because it requires a Node that is new enough.
const { runCommand } = await import('./support/command.mjs')
const { stopWithNpm } = await import('./support/stop-with-npm.mjs')
stopWithNpm()
await runCommand('main', { mayReplace: true })
