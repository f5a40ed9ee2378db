/** Backs up files from one bucket in a real S3 service and restores them into another bucket. */
import path from 'node:path'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { describeForOperator } from '#server/cli-errors.ts'
import { archiveFolder, backUp, restore } from '#test/support/backups.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { makeEmptyPlace, type EmptyPlace } from '#test/support/empty-place.ts'
import { startS3Service, whyNoS3Service, type S3Service } from '#test/support/s3-service.ts'
import { pictureFile } from '#test/support/sample-files.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const hindrance = whyNoS3Service()

describe.skipIf(hindrance)(`a backup of files on an S3 service (${hindrance ?? 'radosgw'})`, () => {
  let service: S3Service
  let desk: Desk
  let place: EmptyPlace
  beforeAll(async () => {
    service = await startS3Service()
    desk = await openDesk(service.settings)
    const other = { ...service.settings, S3_BUCKET: 'restored' }
    await service.client.send(new CreateBucketCommand({ Bucket: other.S3_BUCKET }))
    place = await makeEmptyPlace(other)
  }, 120_000)
  afterAll(async () => {
    await place?.close()
    await desk?.close()
    await service?.stop()
  })

  it('restores a backup into another bucket, byte for byte', async () => {
    const loan = await desk.makeLoan()
    const files = await Promise.all([
      desk.makeDocument(loan),
      desk.makePhoto(loan, { bytes: await pictureFile('png', 900, 600) }),
    ])
    const folder = archiveFolder()
    const file = path.join(folder, 'desk.tar.gz')
    const manifest = await backUp(desk, file)
    expect(manifest.files.map((each) => each.path).toSorted()).toEqual(
      files.map(({ fileUrl }) => fileUrl).toSorted(),
    )
    await restore(place, file)
    const copy = await backUp(place, path.join(folder, 'copy.tar.gz'))
    expect(copy.files).toEqual(manifest.files)
  })

  it('rejects a restore into a nonexistent bucket and names the setting', async () => {
    const file = path.join(archiveFolder(), 'desk.tar.gz')
    await backUp(desk, file)
    const nowhere = await makeEmptyPlace({ ...service.settings, S3_BUCKET: 'nowhere' })
    try {
      expect(await restore(nowhere, file).catch(describeForOperator)).toBe(
        'S3_BUCKET is nowhere, and S3_ENDPOINT has no such bucket. Create it, or name another.',
      )
    } finally {
      await nowhere.close()
    }
  })

  it('fails a backup with an error message while the storage service is down', async () => {
    await service.kill()
    try {
      const failing = backUp(desk, path.join(archiveFolder(), 'away.tar.gz'))
      expect(await failing.catch(describeForOperator)).toMatch(
        /^The file store can't be used \(.+\)\. Check DATA_DIR or the S3_ settings\.$/,
      )
    } finally {
      await service.restart()
    }
  }, 120_000)
})
