import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import {
  desk,
  olga,
  openMailDesk,
  openNotices,
  server,
  settle,
  until,
} from '#test/support/mail-desk.ts'
import { makeMailsOld } from '#test/support/notices.ts'
import { pdfTexts } from '#test/support/pdf-texts.ts'
import { accept, decline, expire, offerTo, openRound } from '#test/support/rounds.ts'

openMailDesk()

const soft = (lender: Person, loan: { id: string }, percentage: string) =>
  desk.makeCommitment(lender, loan, { percentage, isSoftCommit: 'true' })

let loan: { id: string }
let ben: Person
let others: Person[]
let letter: string[]
let heard: string

/** Others' names, addresses, firms, shares and amounts. No figure of the book as a whole is among them. */
let secrets: string[]

beforeAll(async () => {
  loan = await desk.makeLoan({
    title: 'Elm Street',
    amount: '12500000.00',
    propertyAddress: '9 Elm Street, Savannah, GA',
  })
  const ada = await desk.makeLender({ firstName: 'Adaline', lastName: 'Colefax' })
  await ada.call('updateProfile', { body: { companyName: 'Tidewater Bank' } })
  ben = await desk.makeLender({ firstName: 'Ben', lastName: 'Ross' })
  const cleo = await desk.makeLender({ firstName: 'Cleopatra', lastName: 'Parkinson' })
  const dan = await desk.makeLender({ firstName: 'Daniello', lastName: 'Hillman' })
  others = [ada, cleo, dan]
  const texts: string[] = []
  const listen = async () => {
    texts.push((await ben.send('listOwnOffers', { query: {} })).text)
    texts.push((await ben.send('getLoan', { params: { id: loan.id } })).text)
    texts.push((await ben.send('listOwnCommitments', { query: {} })).text)
    texts.push((await ben.send('listOwnHistory', { query: {} })).text)
    texts.push((await ben.send('listNotifications')).text)
    texts.push((await ben.send('getToday')).text)
    texts.push((await ben.send('search', { query: { q: 'Elm' } })).text)
    texts.push(
      (await ben.send('acceptOffer', { params: { id: loan.id }, body: { amount: '1.00' } })).text,
    )
  }
  await desk.makeCommitment(ada, loan, { percentage: '15' })
  await soft(ben, loan, '30')
  await soft(cleo, loan, '24')
  await soft(ada, loan, '11')
  await soft(dan, loan, '43')
  const { firmId } = await dan.call('getCurrentUser')
  const round = await openRound(olga, loan, {
    hold: '20',
    lines: [{ firmId, fixed: '37.77', reason: 'An old friend' }],
  })
  await listen()
  const offer = await offerTo(ben, loan)
  const pdf = await ben.send('getOfferLetter', { params: { id: offer.id } })
  letter = (await pdfTexts(pdf.bytes)).flat()
  await accept(ben, offer)
  await decline(cleo, await offerTo(cleo, loan), 'Peppercorn terms')
  await accept(ada, await offerTo(ada, loan))
  await expire(desk, round)
  await olga.call('endRound', { params: { id: round.id } })
  await listen()
  await openRound(olga, loan, { hold: '20' })
  await listen()
  await untilMailed()
  await settle()
  const mails = server.mailsTo(ben.email).map((mail) => JSON.stringify(mail))
  expect(mails.length).toBeGreaterThan(1)
  heard = [...texts, ...letter, ...mails].join('\n')
  secrets = [
    ...others.flatMap(({ email, id }) => [email, id]),
    ...['Adaline', 'Colefax', 'Tidewater', 'Cleopatra', 'Parkinson', 'Daniello', 'Hillman'],
    ...['37.77', '4721250', '4,721,250', 'An old friend', 'Peppercorn'],
    ...['"24.00"', '24%', '3000000.00', '"43.00"', '43%', '5375000.00', '"11.00"', '11%'],
  ]
}, 120_000)
/** Emails of one type follow each other after ten minutes, unless the earlier ones are older. */
const untilMailed = () =>
  until(async () => {
    await makeMailsOld(desk)
    return (await openNotices(ben)).length === 0
  })

/** A figure counts only as a whole: 17.43% doesn't tell of 43%. */
const isHeard = (secret: string) =>
  new RegExp(`(?<![\\d.,])${secret.replaceAll('.', String.raw`\.`)}`).test(heard)

describe('a lender of a round', () => {
  it('learns no name, address, share, amount or answer of another one', () => {
    expect(heard).toContain('Elm Street')
    expect(secrets.filter(isHeard)).toEqual([])
  })

  it('gets a letter with its own figures, and the totals of the book only', () => {
    const text = letter.join(' ')
    for (const expected of [
      ...['Allocation Letter', 'Ben Ross', 'Elm Street', '9 Elm Street, Savannah, GA', 'round 1'],
      ...['$12,500,000.00', '7.25%', '24 months', 'Respond by', 'Asked', '30%'],
      'You asked for 30%.',
      'and 65% was left for them',
      'Accepting it on the desk binds you; the participation agreement decides the rest.',
      'may differ by one cent.',
    ])
      expect(text).toContain(expected)
  })
})
