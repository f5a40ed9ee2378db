/** Exits with a one-line message if Node is too old. Old versions must be able to parse this file. */
const least = { major: 20, minor: 19 }

export function requireNode(failedWith = 1) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > least.major || (major === least.major && minor >= least.minor)) return
  console.error(
    `Paripassu needs Node.js ${least.major}.${least.minor} or newer; this is ${process.versions.node}`,
  )
  process.exit(failedWith)
}
