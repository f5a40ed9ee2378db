import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConnectionError } from '#web/api/client.ts'
import { FetchedList } from './FetchedList.tsx'

const render = (data: string[] | undefined, error: Error | null) =>
  renderToStaticMarkup(
    <FetchedList
      query={{
        data,
        error,
        isRefetchError: data !== undefined && error !== null,
        refetch: () => Promise.resolve(),
      }}
      skeleton={null}
      failed="The list couldn't be loaded"
      empty="Nothing yet"
    >
      {(items) => items.join(', ')}
    </FetchedList>,
  )
const lost = new ConnectionError('The server cannot be reached')

test('keeps showing a list and shows a message when the list fails to reload', () => {
  const stale = 'Not up to date: The server cannot be reached'
  expect(render(['Pier 4', 'Quay 7'], lost)).toMatch(
    new RegExp(`role="status".*${stale}.*Pier 4, Quay 7$`),
  )
  expect(render([], lost)).toMatch(new RegExp(`${stale}.*Nothing yet$`))
  expect(render(['Pier 4'], null)).toBe('Pier 4')
  expect(render([], null)).toBe('Nothing yet')
})

test('offers a retry when a list fails to load', () => {
  const html = render(undefined, lost)
  expect(html).toContain('Retry')
  expect(html).not.toContain('Not up to date')
})
