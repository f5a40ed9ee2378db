/** Who holds what: the commitments and indications on each loan, and the favorites. */

export interface SamplePosition {
  /** A person's key. */
  lender: string
  /** Whole percent of the loan. */
  share: number
  isSoft: boolean
  /** Hours after the loan was listed. */
  afterHours: number
  ended?:
    | { status: 'withdrawn'; afterHours: number }
    | { status: 'released'; afterHours: number; reason: string }
}

const binding = (lender: string, share: number, afterHours: number): SamplePosition => ({
  lender,
  share,
  isSoft: false,
  afterHours,
})
const soft = (lender: string, share: number, afterHours: number): SamplePosition => ({
  lender,
  share,
  isSoft: true,
  afterHours,
})

/** By the loan's key; a loan that is not listed has an empty book. */
export const sampleBooks: Readonly<Record<string, readonly SamplePosition[]>> = {
  'millrace-row': [
    binding('priya', 20, 3),
    soft('elena', 15, 8),
    binding('daniel', 15, 11),
    binding('theo', 12, 23),
    soft('morgan', 5, 26),
  ],
  'palmetto-gateway': [
    binding('grace', 25, 4),
    soft('hannah', 20, 9),
    binding('marcus', 15, 22),
    binding('morgan', 10, 28),
    soft('morgan', 5, 46),
  ],
  'juniper-heights': [
    soft('elena', 20, 6),
    binding('priya', 10, 21),
    binding('owen', 12, 44),
    soft('amara', 11, 70),
  ],
  'camellia-hotel': [soft('victor', 15, 12), binding('daniel', 18, 52), soft('theo', 10, 90)],
  'alston-research': [soft('grace', 20, 30), binding('amara', 12, 119)],
  'arrowhead-gardens': [
    binding('hannah', 25, 7),
    binding('owen', 20, 31),
    soft('victor', 10, 77),
    binding('lucia', 15, 126),
    binding('morgan', 8, 200),
  ],
  'gulf-shore-house': [binding('lucia', 40, 70), soft('samuel', 25, 150)],
  'delta-cold': [
    binding('marcus', 25, 28),
    { ...soft('morgan', 6, 54), ended: { status: 'withdrawn', afterHours: 171 } },
    binding('priya', 10, 98),
    soft('samuel', 12, 260),
  ],
  'cumberland-yards': [
    binding('grace', 20, 5),
    soft('marcus', 25, 19),
    {
      ...binding('victor', 5, 30),
      ended: {
        status: 'released',
        afterHours: 295,
        reason: "Over the lender's limit for loans in one state; agreed by phone.",
      },
    },
    binding('daniel', 15, 74),
    soft('elena', 12, 101),
    binding('priya', 10, 172),
    binding('amara', 8, 340),
    soft('morgan', 3, 410),
  ],
  'mesquite-solar': [soft('samuel', 25, 220)],
  'oakmont-townhomes': [
    soft('owen', 30, 9),
    binding('theo', 30, 26),
    binding('lucia', 25, 97),
    binding('hannah', 20, 245),
  ],
  'tower-alley': [binding('victor', 20, 120), soft('theo', 15, 266)],
  'grand-river-machining': [binding('owen', 50, 48), binding('samuel', 22, 290)],
  'metcalf-green': [
    binding('marcus', 25, 10),
    binding('priya', 22, 27),
    binding('grace', 20, 75),
    binding('elena', 15, 148),
    binding('hannah', 10, 367),
    soft('theo', 8, 420),
  ],
  'parkwood-plaza': [binding('samuel', 15, 410)],
  'oconee-collegiate': [
    binding('grace', 30, 6),
    binding('daniel', 25, 29),
    soft('elena', 10, 76),
    binding('amara', 20, 170),
    binding('priya', 13, 390),
    soft('victor', 5, 700),
  ],
  'tennessee-surgery': [
    binding('hannah', 34, 25),
    binding('theo', 33, 142),
    binding('lucia', 33, 530),
  ],
  'baseline-medical': [
    binding('amara', 40, 8),
    binding('grace', 25, 32),
    binding('priya', 20, 124),
    binding('owen', 15, 360),
  ],
  'treasure-valley-suites': [
    binding('marcus', 30, 14),
    binding('daniel', 30, 55),
    binding('morgan', 15, 199),
    binding('elena', 25, 318),
  ],
  'inland-storage': [
    binding('owen', 45, 31),
    binding('samuel', 35, 169),
    binding('lucia', 20, 482),
  ],
  'dodge-pharmacy': [binding('lucia', 60, 20), binding('theo', 40, 141)],
}

/** How many hours after it was listed a loan was funded, by key: for every funded loan. */
export const sampleFundings: Readonly<Record<string, number>> = {
  'baseline-medical': 500,
  'treasure-valley-suites': 480,
  'inland-storage': 620,
  'dodge-pharmacy': 260,
}

/** Each person's favorite loans, by key. */
export const sampleFavorites: Readonly<Record<string, readonly string[]>> = {
  morgan: [
    'millrace-row',
    'juniper-heights',
    'camellia-hotel',
    'cumberland-yards',
    'grand-river-machining',
  ],
  priya: ['juniper-heights', 'alston-research'],
  elena: ['millrace-row'],
  samuel: ['mesquite-solar', 'delta-cold'],
  nadia: ['palmetto-gateway', 'oakmont-townhomes'],
}
