export interface SignIn {
  email: string
  password: string
}

export interface Served {
  address: string
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
  // `share` sets this variable in the parent process.
  return JSON.parse(text) as Served
}

const variable = 'PARIPASSU_UNDER_TEST'
