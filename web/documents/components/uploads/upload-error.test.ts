import { spec } from '#test/support/requirements.ts'
import { expect, test } from 'vitest'
import { ApiError, ConnectionError } from '#web/api/client.ts'
import { FileChangedError } from '#web/api/not-sent.ts'
import { StoreError, describeUploadError, explainUpload, mayRetryUpload } from './upload-error.ts'

const uppyError = (parts: { status?: number; code?: string; body?: string }) =>
  Object.assign(new Error('S3 returned 403'), parts)
const storeError = ({ status = 403, body = '' }) => new StoreError(status, body)

test("shows the server's message when an upload is rejected", () => {
  const noSpace = { message: 'There is no room left', code: 'no_space' }
  expect(describeUploadError(new ApiError(503, 'Service Unavailable', noSpace))).toBe(
    noSpace.message,
  )
  expect(describeUploadError(storeError({ body: JSON.stringify(noSpace) }))).toBe(noSpace.message)
  const xml = '<?xml version="1.0"?><Error><Message>Request has expired</Message></Error>'
  expect(describeUploadError(storeError({ body: xml }))).toBe('Request has expired')
})

test('reports a lost connection during an upload', async () => {
  const words = new ConnectionError(null).message
  expect(describeUploadError(new ConnectionError(null))).toBe(words)
  const lost = await explainUpload(uppyError({ code: 'NETWORK' }), null)
  expect(describeUploadError(lost)).toBe(words)
})

test('asks the user to choose a file again if the file has changed', async () => {
  const words = 'The file changed since you chose it. Choose it again.'
  expect(describeUploadError(new FileChangedError(null))).toBe(words)
  const unread = new Blob()
  unread.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error()) })
  const lost = uppyError({ code: 'NETWORK' })
  expect(await explainUpload(lost, unread)).toBeInstanceOf(FileChangedError)
  expect(await explainUpload(lost, new Blob(['a']))).toBeInstanceOf(ConnectionError)
})

test('explains an error from the file store and shows other upload errors unchanged', async () => {
  const refused = await explainUpload(uppyError({ status: 403, body: 'No' }), new Blob(['a']))
  expect(refused).toEqual(new StoreError(403, 'No'))
  for (const error of [new ApiError(403, '', null), new TypeError('f is not a function'), null])
    expect(await explainUpload(error, new Blob(['a']))).toBe(error)
})

test.each([
  new ApiError(502, 'Bad Gateway', null),
  storeError({ body: '<html>Bad Gateway</html>' }),
  storeError({ body: '{"error":1}' }),
  new Error('f is not a function'),
  'nonsense',
  undefined,
])('describes %s as an unknown upload error', (error) => {
  spec('8.25')
  expect(describeUploadError(error)).toBe('Unknown error')
})

test.each([
  [new ConnectionError(null), true],
  [new FileChangedError(null), false],
  [new ApiError(503, '', null), true],
  [new ApiError(429, '', null), true],
  [new ApiError(401, '', null), true],
  [new ApiError(400, '', null), false],
  [new ApiError(415, '', null), false],
  [storeError({ status: 0 }), true],
  [new TypeError('f is not a function'), true],
  [storeError({ status: 403 }), true],
  [storeError({ status: 500 }), true],
  [storeError({ status: 413 }), false],
  [storeError({ status: 415 }), false],
])('decides whether the upload error %o allows a retry: %s', (error, may) => {
  expect(mayRetryUpload(error)).toBe(may)
})
