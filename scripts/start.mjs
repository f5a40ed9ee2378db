/** `npm start`: installs what is missing, builds what is stale, and serves the product. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Only now, since what follows is written for a Node that is new enough.
void import('./support/serve.mjs')
