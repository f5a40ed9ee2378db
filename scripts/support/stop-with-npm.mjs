/**
 * Stops the server when the npm process that started it has exited. npm signals the shell that runs its script, but
 * dash exits without passing the signal on, and a killed npm sends no signal.
 */
import { readFileSync } from 'node:fs'

const checkEveryMs = 500

/**
 * Applies only to `npm start` for this package. Other parents (a service manager, a container, `nohup`, `setsid`) can
 * intentionally exit before the server does.
 */
export function stopWithNpm() {
  const { npm_lifecycle_event: script, npm_package_name: name } = process.env
  if (script !== 'start' || name !== 'paripassu') return
  const line = [process.pid, ...ancestorsToNpm()]
  const timer = setInterval(() => {
    if (line.slice(1).every((parent, index) => isStillBelow(line[index], parent))) return
    clearInterval(timer)
    // SIGHUP, which a closed terminal also sends, stops the server cleanly without interrupting a shutdown in progress.
    process.kill(process.pid, 'SIGHUP')
  }, checkEveryMs)
  timer.unref()
}

function ancestorsToNpm() {
  const below = waitingShells(process.ppid)
  const npm = below.length > 0 ? parentOf(below.at(-1) ?? null) : process.ppid
  return [...below, npm, ...waitingShells(parentOf(npm))]
}

/**
 * @param {number | null} pid
 * @returns {(number | null)[]}
 */
const waitingShells = (pid) => (isWaitingShell(pid) ? [pid, ...waitingShells(parentOf(pid))] : [])

/**
 * If `sh -c "…"` starts no background commands, the shell ends before its command only if the shell is killed.
 * @param {number | null} pid
 */
function isWaitingShell(pid) {
  const [program = '', ...args] = readProc(pid, 'cmdline').split('\0')
  const option = args.findIndex((arg) => /^-[a-z]*c$/.test(arg))
  if (option < 0 || !/(^|[/-])(ba|da|k|z)?sh$/.test(program)) return false
  return !(args[option + 1] ?? '').replaceAll(/&&|>&/g, '').includes('&')
}

/**
 * When a process ends, the system assigns its children a new parent.
 * @param {number | null | undefined} pid
 * @param {number | null} parent
 */
const isStillBelow = (pid, parent) => (parentOf(pid) ?? parent) === parent

/**
 * Returns null if the parent can't be read. Only Linux provides /proc.
 * @param {number | null | undefined} pid
 */
function parentOf(pid) {
  if (pid === process.pid) return process.ppid
  const stat = readProc(pid, 'stat')
  // In /proc/PID/stat, the name in parentheses can contain spaces. The parent's id is the second field after it.
  return stat ? Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) : null
}

/**
 * @param {number | null | undefined} pid
 * @param {string} file
 */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
