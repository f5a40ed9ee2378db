/** Lenders' questions and the originator's answers, by the loan's key. */

export interface SampleMessage {
  /** Who wrote it: a person's key, or the administrator. */
  from: string
  /** The lender whom the administrator answers; if omitted, it is for every lender. */
  to?: string
  /** Hours after the loan was listed. */
  afterHours: number
  text: string
}

const ask = (from: string, afterHours: number, text: string): SampleMessage => ({
  from,
  afterHours,
  text,
})
const answer = (to: string, afterHours: number, text: string): SampleMessage => ({
  from: 'admin',
  to,
  afterHours,
  text,
})
const announce = (afterHours: number, text: string): SampleMessage => ({
  from: 'admin',
  afterHours,
  text,
})

export const sampleConversations: Readonly<Record<string, readonly SampleMessage[]>> = {
  'millrace-row': [
    announce(
      2,
      'The term sheet, appraisal summary and rent roll are posted. We aim to close within four weeks; shares from 1% are welcome.',
    ),
    ask(
      'morgan',
      25,
      'If the last retail bay leases early, does the unused interest reserve pay down the loan or go back to the borrower?',
    ),
    answer(
      'morgan',
      27,
      'It pays down the loan. The reserve is released only once debt service coverage has been 1.20x for two quarters in a row, and then it is applied to principal, pro rata among the lenders.',
    ),
    ask(
      'priya',
      9,
      'Please confirm that the retail improvement money is disbursed against invoices.',
    ),
    answer(
      'priya',
      10,
      'Confirmed: it sits in a controlled account and is paid against invoices and lien waivers.',
    ),
  ],
  'palmetto-gateway': [
    ask(
      'morgan',
      20,
      'Do both leases step 3.5%, and does the home goods distributor have a right to terminate early?',
    ),
    answer(
      'morgan',
      24,
      'Both step 3.5% each January. There is no early termination. The renewal option of the home goods distributor is one five-year term at 95% of market, with nine months’ notice. The rent roll has both leases.',
    ),
    ask('marcus', 18, 'Is the trailer lot part of the collateral?'),
    answer('marcus', 21, 'Yes, all 110 stalls are on the same parcel and under the same deed.'),
    announce(
      30,
      'The environmental summary is posted. The consultant found no recognized environmental conditions.',
    ),
  ],
  'juniper-heights': [
    ask('amara', 60, 'How many of the units have been renovated by the seller so far?'),
    answer(
      'amara',
      66,
      'Thirty-one of 186. Their leases are marked in the seller’s rent roll, and the premium has held on renewal.',
    ),
  ],
  'camellia-hotel': [
    ask('theo', 80, 'Is the permit for the rooftop bar final, or could neighbors still appeal?'),
  ],
  'arrowhead-gardens': [
    ask('hannah', 5, 'Who holds the renovation money and how is it drawn?'),
    answer(
      'hannah',
      7,
      'The servicer holds it. Draws are monthly, for finished units only, after inspection and with a 10% holdback.',
    ),
    ask('morgan', 190, 'Can we have the twelve-month collections history before we bind?'),
    answer(
      'morgan',
      197,
      'Collections averaged 97.8% of billed rent over the last twelve months. The sponsor agreed that we may share the month-by-month figures on request.',
    ),
  ],
  'delta-cold': [
    ask(
      'morgan',
      168,
      'Our cold storage limit is full after another closing, so we step back here for now.',
    ),
    answer('morgan', 172, 'Understood, thank you for telling us. The indication is off the book.'),
  ],
  'cumberland-yards': [
    announce(
      96,
      'The guaranteed maximum price contract was signed on Friday at the budget shown in the sources and uses.',
    ),
    ask('morgan', 400, 'Is the completion guaranty joint and several between the two principals?'),
    answer(
      'morgan',
      404,
      'Yes, joint and several, with a covenant of $12 million net worth and $4 million liquidity, tested yearly.',
    ),
  ],
  'metcalf-green': [
    announce(
      860,
      'Loan documents are in final form. We expect to close in ten days and will send funding instructions three business days before.',
    ),
  ],
  'tennessee-surgery': [
    announce(
      560,
      'The book is fully committed, thank you. Closing waits for the transfer of the facility license only.',
    ),
  ],
  'treasure-valley-suites': [
    announce(
      480,
      'The loan funded today. First interest is distributed on the tenth of next month.',
    ),
    ask('morgan', 700, 'When does the improvement plan of the brand start?'),
    answer(
      'morgan',
      706,
      'In the slow season after the holidays, two floors at a time, so that no more than 28 suites are closed at once.',
    ),
  ],
}
