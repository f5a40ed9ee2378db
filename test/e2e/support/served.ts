/** What the tests, which run in separate processes, know about the product under test. */

export interface SignIn {
  email: string
  password: string
}

export interface Served {
  /** Where it listens: http://127.0.0.1:PORT. */
  address: string
  /** Its folder; emails are in its `mail` folder. */
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
  // Written by `share`, in the process that started this one.
  return JSON.parse(text) as Served
}

const variable = 'PARIPASSU_UNDER_TEST'
