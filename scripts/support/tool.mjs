/** The opening of the tools in TypeScript that exercise the built product. */
import { asksForHelp } from './arguments.mjs'
import { requireNode } from './node-version.mjs'

/**
 * Installs missing dependencies, rebuilds if a source changed, and lets this process import TypeScript. The
 * tool is imported into it, so that Ctrl-C reaches it and it can clean up.
 */
export async function prepareTool() {
  requireNode()
  // Imported only now, because they require a Node that is new enough.
  const { ensureDependencies } = await import('./dependencies.mjs')
  const { ensureBuilt } = await import('./built.mjs')
  await ensureDependencies()
  // The usage of a tool needs no build.
  if (!asksForHelp(process.argv)) await ensureBuilt()
  const { register } = await import('tsx/esm/api')
  register()
}
