import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { describePlaces } from './archive-command.ts'

const describeWith = (env: Record<string, string>) => describePlaces(readConfig(env, '/srv/desk'))

describe('the locations that a command uses', () => {
  it('lists the locations in DATA_DIR used by a command', () => {
    expect(describeWith({ DATA_DIR: '/var/lib/desk' })).toEqual([
      '  database: /var/lib/desk/postgres (embedded)',
      '  files: /var/lib/desk/objects',
    ])
  })

  it.each([
    ['postgres://desk:secret@db1/loans', 'loans on db1'],
    [
      'postgres://desk:secret@db1:5432,db2:5433/loans?target_session_attrs=read-write',
      'loans on db1:5432, db2:5433',
    ],
    ['postgres:///loans?host=/run/postgresql&password=secret', 'loans on /run/postgresql'],
    ['postgres://db1', 'on db1'],
  ])('shows the server and database without the password: %s', (url, words) => {
    expect(describeWith({ DATABASE_URL: url })[0]).toBe(`  database: ${words}`)
  })

  it('shows the bucket without its access keys', () => {
    const settings = {
      S3_ENDPOINT: 'https://s3.example.com',
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'desk',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    expect(describeWith(settings)[1]).toBe('  files: bucket desk at s3.example.com')
  })
})
