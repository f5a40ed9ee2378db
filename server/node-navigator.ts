/**
 * Defines `navigator`, which Node has from version 21 on, for Node 20: without it, the database driver makes an HTTP
 * response to find out where it runs, and Node loads its whole HTTP client for that at each start.
 */
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.', 1)[0]}` },
    configurable: true,
  })
