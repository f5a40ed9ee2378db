import { generateKeyPairSync, sign } from 'node:crypto'

/** The certificate is valid until 2049. */
export function makeSelfSigned(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const nobody = sequence()
  const facts = sequence(
    part(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    nobody,
    sequence(part(0x17, Buffer.from('250101000000Z')), part(0x17, Buffer.from('491231235959Z'))),
    nobody,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = part(0x03, Buffer.from([0]), sign('sha256', facts, privateKey))
  const lines = sequence(facts, ecdsaWithSha256, signature)
    .toString('base64')
    .match(/.{1,64}/g)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----'].join('\n'),
  }
}

function part(kind: number, ...values: Buffer[]): Buffer {
  const value = Buffer.concat(values)
  const length =
    value.length < 0x80 ? [value.length] : [0x82, value.length >> 8, value.length & 0xff]
  return Buffer.concat([Buffer.from([kind, ...length]), value])
}

const sequence = (...values: Buffer[]) => part(0x30, ...values)

const ecdsaWithSha256 = sequence(part(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
