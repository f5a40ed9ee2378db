import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { Receipt, SignedReceipt } from '#contract/book/receipts.ts'
import { describeAct } from '#domain/book/receipt-facts.ts'
import { signedText } from '#domain/book/receipts.ts'
import type { SigningKey } from '#server/book/receipts/keys.ts'
import type { Signed } from '#server/book/receipts/read-receipts.ts'
import type { PublicKey } from '#server/book/receipts/verification.ts'

export function makeSigningKey(): { key: SigningKey; publicKey: PublicKey } {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = privateKey.export({ format: 'jwk' })
  // Any text that is as long as a thumbprint works here.
  const id = x.split('').toReversed().join('')
  const key = {
    id,
    sign: (content: string | Buffer) =>
      sign(null, Buffer.from(content), privateKey).toString('base64url'),
  }
  return { key, publicKey: { kid: id, x } }
}

/** A receipt with all fields. Some of its strings can be encoded in JSON in more than one way. */
export function makeReceipt(): Receipt {
  const [id, lenderId] = [randomUUID(), randomUUID()]
  const facts = describeAct(
    {
      ...{ id, kind: 'commitmentChanged', at: '2026-11-23T01:30:05.123456Z' },
      ...{ actorId: randomUUID(), actorName: 'Olga North' },
      ...{ personId: lenderId, personName: 'Zoë "Z" Brook\u001f ✓ 李' },
      ...{ loanId: randomUUID(), loanTitle: 'Pier 4 \\ Warehouse / 倉庫' },
      before: { kind: 'soft', percentage: '5.00', amount: '50000.00' },
      after: {
        ...{ kind: 'soft', percentage: '10.00', amount: '100000.00', loanAmount: '1000000.00' },
        ...{ interestRate: '7.25', term: 24, reason: 'Two\nlines', onWhoseWord: 'Zoë, by phone' },
      },
    },
    'Cole, Reyes & Co',
  )
  if (!facts) throw new Error('The entry has no receipt')
  return { ...facts, audit: { entry: id, number: '12', hash: 'ab'.repeat(32) } }
}

export function signReceipt(receipt: Receipt, key: SigningKey): Signed {
  return { receipt, keyId: key.id, signature: key.sign(signedText(receipt)), key }
}

export const asFile = ({ receipt, keyId, signature }: SignedReceipt) =>
  Buffer.from(JSON.stringify({ receipt, keyId, signature }))

export const toBase64 = (file: Buffer) => file.toString('base64')
