/**
 * Reads a calendar file from standard input with two libraries, and prints the events as JSON. This is a separate
 * program so that a test can run it in any time zone (TZ).
 */
import { text } from 'node:stream/consumers'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'

const file = await text(process.stdin)

const twoDigits = (/** @type {number} */ value) => String(value).padStart(2, '0')
/** The date in the program's local time zone, because node-ical returns local dates. */
const localDay = (/** @type {Date} */ date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')

const withNodeIcal = Object.values(nodeIcal.sync.parseICS(file))
  .filter((event) => event?.type === 'VEVENT')
  .map((event) => {
    const show = (/** @type {Date | undefined} */ date) =>
      date && (event.datetype === 'date' ? localDay(date) : date.toISOString())
    return {
      ...event,
      sequence: Number(event.sequence),
      start: show(event.start),
      end: show(event.end),
    }
  })

const calendar = new ICAL.Component(ICAL.parse(file))
const withIcalJs = calendar.getAllSubcomponents('vevent').map((component) => {
  const event = new ICAL.Event(component)
  const show = (/** @type {ICAL.Time} */ time) =>
    time.isDate ? time.toString() : time.toJSDate().toISOString()
  return {
    ...{ uid: event.uid, sequence: event.sequence, summary: event.summary },
    ...{ description: event.description, start: show(event.startDate), end: show(event.endDate) },
    url: String(component.getFirstPropertyValue('url')),
  }
})

/** @param {Record<string, unknown>} event */
const shown = ({ uid, sequence, start, end, summary, description, url }) => ({
  ...{ uid, sequence, start, end, summary, description, url },
})
console.log(
  JSON.stringify({ 'node-ical': withNodeIcal.map(shown), 'ical.js': withIcalJs.map(shown) }),
)
