import type { LegalChanges } from '#contract/settings/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LegalChangeList } from './LegalChangeList.tsx'

const changes: Omit<LegalChanges, 'version'> = {
  terms: [{ kind: 'added', section: 'Fees', text: 'We charge 1%.' }],
  privacy: [],
}

/** Renders the list of changes above the texts of version 2. */
function render(response: LegalChanges) {
  const client = new QueryClient()
  client.setQueryData([...endpointQuery('getLegalChanges').queryKey, '2'], response)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LegalChangeList kinds={['terms', 'privacy']} version="2" />
    </QueryClientProvider>,
  )
}

test('lists the changes to the legal documents if the list is for the displayed version', () => {
  expect(render({ version: '2', ...changes })).toContain('We charge 1%.')
})

test('omits the changes to the legal documents if the list is for a different version', () => {
  const shown = render({ version: '3', ...changes })
  expect(shown).not.toContain('We charge 1%.')
  expect(shown).toContain('Read the texts in full.')
})

test("doesn't mention the accepted legal documents if they can't be compared with the current ones", () => {
  const shown = render({ version: '2', terms: null, privacy: null })
  expect(shown).not.toContain('that you accepted')
  expect(shown).toContain('Read the texts in full.')
})

test('reports that the accepted version of one legal document is missing and lists the changes to the other', () => {
  const shown = render({ ...changes, version: '2', privacy: null })
  expect(shown).toContain('We charge 1%.')
  expect(shown).toMatch(/Privacy Policy<.*The version that you accepted isn&#x27;t on record/)
  expect(render({ version: '2', terms: [], privacy: null })).not.toContain('are the same')
})

test('reloads the list of changes if another version of the legal documents is displayed', () => {
  const client = new QueryClient()
  client.setQueryData([...endpointQuery('getLegalChanges').queryKey, '1'], {
    version: '1',
    ...changes,
  })
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LegalChangeList kinds={['terms', 'privacy']} version="2" />
    </QueryClientProvider>,
  )
  expect(client.getQueryCache().getAll()).toHaveLength(2)
})
