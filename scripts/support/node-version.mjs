/** Exits with one line when Node is too old. Its syntax works in old versions too. */
const least = [20, 19]

export function requireNode(failedWith = 1) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return
  console.error(
    'Paripassu needs Node.js ' + least.join('.') + ' or newer; this is ' + process.versions.node,
  )
  process.exit(failedWith)
}
