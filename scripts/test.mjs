/** `npm test`: everything that must hold before a change lands, a real browser included. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Only now, since what follows is written for a Node that is new enough.
void import('./support/prove.mjs')
