/** What the journeys, which run in processes of their own, know of the product under test. */

export interface SignIn {
  email: string
  password: string
}

export interface Served {
  /** Where it listens: http://127.0.0.1:PORT. */
  address: string
  /** Its folder; mails lie in `mail` beneath it. */
  dataDir: string
  admin: SignIn
  sampleLender: SignIn
}

export function share({ address, dataDir, admin, sampleLender }: Served) {
  process.env[variable] = JSON.stringify({ address, dataDir, admin, sampleLender })
}

export function served(): Served {
  const text = process.env[variable]
  if (!text) throw new Error('The product has not been started')
  // Written above, by the process that started this one.
  return JSON.parse(text) as Served
}

const variable = 'PARIPASSU_UNDER_TEST'
