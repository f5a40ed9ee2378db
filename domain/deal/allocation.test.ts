/** The worked examples of the arithmetic, to the cent. */
import { dealOf, moment, percent } from '#test/support/deals.ts'
import { expect, it } from 'vitest'
import { allocate, type How } from './allocation.ts'

type Row = [lender: string, share: string, amount: string, how: How, tier?: number]

interface Example {
  name: string
  deal: Parameters<typeof dealOf>[0]
  room: string
  requests: string
  rows: Row[]
  hold: [share: string, amount: string]
}

const examples: Example[] = [
  {
    name: 'gives everyone what was asked if requests fit, and the rest to the originator',
    deal: { loan: '10000000.00', hold: '10', lines: ['A soft 25', 'B soft 20', 'C soft 15'] },
    ...{ room: '90.00', requests: '60.00', hold: ['40.00', '4000000.00'] },
    rows: [
      ['A', '25.00', '2500000.00', 'full'],
      ['B', '20.00', '2000000.00', 'full'],
      ['C', '15.00', '1500000.00', 'full'],
    ],
  },
  {
    name: 'shares in proportion, with nothing held',
    deal: {
      ...{ loan: '10000000.00', hold: '0' },
      lines: ['A soft 40', 'B soft 30', 'C soft 30', 'D soft 20'],
    },
    ...{ room: '100.00', requests: '120.00', hold: ['0.00', '0.00'] },
    rows: [
      ['A', '33.33', '3333000.00', 'proRata'],
      ['B', '25.00', '2500000.00', 'proRata'],
      ['C', '25.00', '2500000.00', 'proRata'],
      ['D', '16.67', '1667000.00', 'proRata'],
    ],
  },
  {
    name: 'shares in proportion beside a hold and a binding commitment',
    deal: {
      ...{ loan: '12500000.00', hold: '20' },
      lines: ['A binding 15', 'B soft 30', 'C soft 25', 'A soft 10', 'D soft 42'],
    },
    ...{ room: '65.00', requests: '107.00', hold: ['20.00', '2500000.00'] },
    rows: [
      ['B', '18.22', '2277500.00', 'proRata'],
      ['C', '15.19', '1898750.00', 'proRata'],
      ['A', '21.08', '2635000.00', 'proRata'],
      ['D', '25.51', '3188750.00', 'proRata'],
    ],
  },
  {
    name: 'gives the odd cent of three equal lenders to the larger share',
    deal: { loan: '1000000.01', hold: '0', lines: ['A soft 50', 'B soft 50', 'C soft 50'] },
    ...{ room: '100.00', requests: '150.00', hold: ['0.00', '0.00'] },
    rows: [
      ['A', '33.34', '333400.01', 'proRata'],
      ['B', '33.33', '333300.00', 'proRata'],
      ['C', '33.33', '333300.00', 'proRata'],
    ],
  },
  {
    name: 'keeps with the originator what is less than a step',
    deal: {
      ...{ loan: '8400000.00', hold: '9.90', step: '0.25' },
      lines: ['A soft 35', 'B soft 33', 'C soft 28', 'D soft 17'],
    },
    ...{ room: '90.10', requests: '113.00', hold: ['10.00', '840000.00'] },
    rows: [
      ['A', '28.00', '2352000.00', 'proRata'],
      ['B', '26.25', '2205000.00', 'proRata'],
      ['C', '22.25', '1869000.00', 'proRata'],
      ['D', '13.50', '1134000.00', 'proRata'],
    ],
  },
  {
    name: 'raises small shares to the minimum',
    deal: {
      ...{ loan: '20000000.00', hold: '20', minimum: '4' },
      lines: ['A soft 60', 'B soft 50', 'C soft 40', 'D soft 5', 'E soft 3'],
    },
    ...{ room: '80.00', requests: '158.00', hold: ['20.00', '4000000.00'] },
    rows: [
      ['A', '29.20', '5840000.00', 'proRata'],
      ['B', '24.33', '4866000.00', 'proRata'],
      ['C', '19.47', '3894000.00', 'proRata'],
      ['D', '4.00', '800000.00', 'minimum'],
      ['E', '3.00', '600000.00', 'full'],
    ],
  },
  {
    name: 'gives the latest lenders nothing if not even the minimums fit',
    deal: {
      ...{ loan: '5000000.00', hold: '82', minimum: '5' },
      lines: ['A', 'B', 'C', 'D', 'E'].map((name) => `${name} soft 10`),
    },
    ...{ room: '18.00', requests: '50.00', hold: ['82.00', '4100000.00'] },
    rows: [
      ['A', '6.00', '300000.00', 'proRata'],
      ['B', '6.00', '300000.00', 'proRata'],
      ['C', '6.00', '300000.00', 'proRata'],
      ['D', '0.00', '0.00', 'none'],
      ['E', '0.00', '0.00', 'none'],
    ],
  },
  {
    name: 'serves by time: the last lender gets the rest',
    deal: {
      ...{ loan: '6000000.00', hold: '10', order: { kind: 'byTime' } },
      lines: ['A soft 30', 'B soft 25', 'C soft 40', 'D soft 20'],
    },
    ...{ room: '90.00', requests: '115.00', hold: ['10.00', '600000.00'] },
    rows: [
      ['A', '30.00', '1800000.00', 'full'],
      ['B', '25.00', '1500000.00', 'full'],
      ['C', '35.00', '2100000.00', 'proRata'],
      ['D', '0.00', '0.00', 'none'],
    ],
  },
  {
    name: 'serves small requests first',
    deal: {
      ...{ loan: '15000000.00', hold: '15', order: { kind: 'smallFirst', upTo: percent('10') } },
      lines: ['A soft 45', 'B soft 10', 'C soft 35', 'D soft 8', 'E soft 30'],
    },
    ...{ room: '85.00', requests: '128.00', hold: ['15.00', '2250000.00'] },
    rows: [
      ['A', '27.41', '4111500.00', 'proRata', 2],
      ['B', '10.00', '1500000.00', 'full', 1],
      ['C', '21.32', '3198000.00', 'proRata', 2],
      ['D', '8.00', '1200000.00', 'full', 1],
      ['E', '18.27', '2740500.00', 'proRata', 2],
    ],
  },
  {
    name: 'serves early requests first',
    deal: {
      ...{ loan: '9000000.00', hold: '5', order: { kind: 'earlyFirst', before: moment(3) } },
      lines: ['A soft 20', 'B soft 25', 'C soft 30', 'D soft 45'],
    },
    ...{ room: '95.00', requests: '120.00', hold: ['5.00', '450000.00'] },
    rows: [
      ['A', '20.00', '1800000.00', 'full', 1],
      ['B', '25.00', '2250000.00', 'full', 1],
      ['C', '20.00', '1800000.00', 'proRata', 2],
      ['D', '30.00', '2700000.00', 'proRata', 2],
    ],
  },
  {
    name: 'serves tiers set by hand, and a pinned minimum before them',
    deal: {
      ...{ loan: '30000000.00', hold: '10', step: '0.50', order: { kind: 'byHand' } },
      lines: ['A soft 30', 'B soft 40', 'C soft 25', 'D soft 20', 'E soft 20'],
      choices: { B: { tier: 2 }, C: { tier: 2 }, D: { tier: 3 }, E: { tier: 3, pinned: '5' } },
    },
    ...{ room: '90.00', requests: '135.00', hold: ['10.00', '3000000.00'] },
    rows: [
      ['A', '30.00', '9000000.00', 'full', 1],
      ['B', '34.00', '10200000.00', 'proRata', 2],
      ['C', '21.00', '6300000.00', 'proRata', 2],
      ['D', '0.00', '0.00', 'none', 3],
      ['E', '5.00', '1500000.00', 'pinned', 3],
    ],
  },
  {
    name: 'shares the rest in proportion if one share is set by hand',
    deal: {
      ...{ loan: '7350000.00', hold: '12', choices: { B: { fixed: '12.50' } } },
      lines: ['A soft 50', 'B soft 40', 'C soft 30'],
    },
    ...{ room: '88.00', requests: '120.00', hold: ['12.00', '882000.00'] },
    rows: [
      ['A', '47.19', '3468465.00', 'proRata'],
      ['B', '12.50', '918750.00', 'byHand'],
      ['C', '28.31', '2080785.00', 'proRata'],
    ],
  },
  {
    name: 'ignores requests beyond the maximum',
    deal: {
      ...{ loan: '18000000.00', hold: '10', maximum: '25' },
      lines: ['A soft 60', 'B soft 30', 'C soft 30', 'D soft 10'],
    },
    ...{ room: '90.00', requests: '130.00', hold: ['15.00', '2700000.00'] },
    rows: [
      ['A', '25.00', '4500000.00', 'maximum'],
      ['B', '25.00', '4500000.00', 'maximum'],
      ['C', '25.00', '4500000.00', 'maximum'],
      ['D', '10.00', '1800000.00', 'full'],
    ],
  },
  {
    name: 'adds a second round to what is bound',
    deal: {
      ...{ loan: '10000000.00', hold: '0' },
      lines: ['A binding 33.33', 'C binding 25', 'A soft 6.67', 'C soft 5'],
    },
    ...{ room: '41.67', requests: '11.67', hold: ['30.00', '3000000.00'] },
    rows: [
      ['A', '40.00', '4000000.00', 'full'],
      ['C', '30.00', '3000000.00', 'full'],
    ],
  },
  {
    name: 'places a request that was raised late after the others',
    deal: {
      ...{ loan: '4000000.00', hold: '10', order: { kind: 'byTime' } },
      lines: ['A soft 10', 'B soft 35', 'C soft 30', 'A soft 30'],
    },
    ...{ room: '90.00', requests: '105.00', hold: ['10.00', '400000.00'] },
    rows: [
      ['B', '35.00', '1400000.00', 'full'],
      ['C', '30.00', '1200000.00', 'full'],
      ['A', '25.00', '1000000.00', 'proRata'],
    ],
  },
  {
    name: 'gives the last step to the earliest of equal requests',
    deal: {
      ...{ loan: '1000000.00', hold: '0', step: '1' },
      lines: ['A soft 50', 'B soft 50', 'C soft 50'],
    },
    ...{ room: '100.00', requests: '150.00', hold: ['0.00', '0.00'] },
    rows: [
      ['A', '34.00', '340000.00', 'proRata'],
      ['B', '33.00', '330000.00', 'proRata'],
      ['C', '33.00', '330000.00', 'proRata'],
    ],
  },
  {
    name: 'gives three cents of four lines to the largest remainders, one of them that of the hold',
    deal: {
      ...{ loan: '999999.99', hold: '10' },
      lines: ['originator binding 10', 'A soft 45', 'B soft 45', 'C soft 45'],
    },
    ...{ room: '90.00', requests: '135.00', hold: ['10.00', '100000.00'] },
    rows: [
      ['A', '30.00', '300000.00', 'proRata'],
      ['B', '30.00', '300000.00', 'proRata'],
      ['C', '30.00', '299999.99', 'proRata'],
    ],
  },
]

it.each(examples)('$name', ({ deal, rows, room, requests, hold }) => {
  const { allocation } = allocate(dealOf(deal))
  expect(
    allocation?.lenders.map(({ firmId, share, amount, how, tier }, index) => [
      ...[firmId, share, amount, how],
      ...(rows[index]?.length === 5 ? [tier] : []),
    ]),
  ).toEqual(rows)
  expect(allocation).toMatchObject({ room, requests })
  expect([allocation?.hold.share, allocation?.hold.amount]).toEqual(hold)
})

it('makes the lines of a lender binding oldest first, and leaves the rest soft', () => {
  const { allocation } = allocate(
    dealOf({
      ...{ loan: '1000000.01', hold: '15' },
      lines: [...['A soft 10', 'B soft 40', 'A soft 20', 'A binding 5', 'B soft 30', 'C soft 20']],
    }),
  )
  expect(
    allocation?.lines.map(({ firmId, binding, soft, amount }) => [firmId, binding, soft, amount]),
  ).toEqual([
    ['A', '10.00', '0.00', '100000.00'],
    ['B', '40.00', '0.00', '400000.01'],
    ['A', '10.00', '10.00', '100000.00'],
    ['A', '5.00', '0.00', '50000.00'],
    ['B', '6.67', '23.33', '66700.00'],
    ['C', '13.33', '6.67', '133300.00'],
  ])
  expect(allocation).toMatchObject({
    ...{ room: '80.00', requests: '120.00', hold: { share: '15.00', amount: '150000.00' } },
  })
  expect(allocation?.lenders.map(({ firmId, added, amount }) => [firmId, added, amount])).toEqual([
    ['A', '20.00', '250000.00'],
    ['B', '46.67', '466700.01'],
    ['C', '13.33', '133300.00'],
  ])
})
