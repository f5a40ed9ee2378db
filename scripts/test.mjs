/**
 * `npm test`: everything that must pass before a change is merged, including tests in a real browser.
 */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Imported only now, because it requires a Node that is new enough.
void import('./support/prove.mjs').then(({ runTests }) => runTests({ isNightly: false }))
