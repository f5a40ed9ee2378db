import { endpointQuery } from '#web/api/client.ts'
import { zeroMoney } from '#domain/money.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Concentration } from './Concentration.tsx'
import { PortfolioSummary } from './PortfolioSummary.tsx'

const lost = new Error('The server cannot be reached')
const stale = 'Not up to date: The server cannot be reached'

test('keeps the concentration figures and shows a message when the figures fail to reload', () => {
  const client = new QueryClient()
  const { queryKey } = endpointQuery('getConcentration')
  client.setQueryData(queryKey, {
    bindingAmount: zeroMoney,
    byPropertyType: [],
    byState: [],
    byRate: [],
    byMaturity: [],
  })
  const render = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Concentration />
      </QueryClientProvider>,
    )
  expect(render()).not.toContain('Not up to date')
  client.getQueryCache().find({ queryKey })?.setState({ status: 'error', error: lost })
  expect(render()).toContain(stale)
  expect(render()).toContain('You hold no binding commitments')

  const summary = (error: Error | null) =>
    renderToStaticMarkup(<PortfolioSummary portfolio={undefined} stale={error} />)
  expect(summary(null)).not.toContain('Not up to date')
  expect(summary(lost)).toContain(stale)
})
