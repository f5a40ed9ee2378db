/** The sample's lenders: fictional people at fictional firms, with undeliverable addresses. */

export interface SamplePerson {
  /** Identifies the person in the sample's other tables. */
  key: string
  firstName: string
  lastName: string
  email: string
  isApproved: boolean
  joinedHoursAgo: number
}

/** The lender that a visitor of the sample signs in as. */
export const sampleLender: SamplePerson = {
  key: 'morgan',
  firstName: 'Morgan',
  lastName: 'Reyes',
  email: 'lender@example.com',
  isApproved: true,
  joinedHoursAgo: 3_480,
}

const day = 24

const lender = (key: string, name: string, domain: string, joinedDaysAgo: number): SamplePerson => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    key,
    firstName,
    lastName,
    email: `${firstName}.${lastName}@${domain}.example`.toLowerCase(),
    isApproved: true,
    joinedHoursAgo: joinedDaysAgo * day + 5,
  }
}

export const samplePeople: readonly SamplePerson[] = [
  sampleLender,
  lender('priya', 'Priya Raman', 'stonegate-credit', 211),
  lender('daniel', 'Daniel Okafor', 'lakeshore-mutual-life', 204),
  lender('grace', 'Grace Whitfield', 'whitfield-family-office', 198),
  lender('marcus', 'Marcus Bell', 'fallbrook-community-bank', 190),
  lender('elena', 'Elena Vasquez', 'alder-bridge-fund', 183),
  lender('theo', 'Theo Lindqvist', 'northlight-debt', 177),
  lender('hannah', 'Hannah Cho', 'harborstone-savings', 171),
  lender('owen', 'Owen Gallagher', 'gallagher-mortgage-trust', 166),
  lender('amara', 'Amara Diallo', 'prairie-teachers-retirement', 160),
  lender('victor', 'Victor Petrov', 'eastgate-specialty-lending', 154),
  lender('lucia', 'Lucia Marchetti', 'marchetti-holdings', 149),
  lender('samuel', 'Samuel Ortega', 'ortega-capital', 146),
  { ...lender('nadia', 'Nadia Farouk', 'bluestem-credit-union', 0), isApproved: false },
  { ...lender('colin', 'Colin Mercer', 'mercer-private-lending', 1), isApproved: false },
]
