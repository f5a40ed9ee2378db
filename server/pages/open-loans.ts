import { formatMillions, formatRate, type Money, type Percent } from '#domain/money.ts'
import { escapeHtml } from './html.ts'

interface OpenGroup {
  count: number
  lowestRate: Percent
  highestRate: Percent
}

export interface OpenLoans extends OpenGroup {
  amount: Money
  states: number
  types: (OpenGroup & { name: string })[]
}

const mostPictures = 3

/**
 * Removes sections that don't apply, and repeats the section for each type. Placeholders are escaped and filled in
 * later so that a type named like a placeholder isn't expanded.
 */
export function fillOpenLoans(
  template: string,
  open: OpenLoans | null,
): { template: string; values: Record<string, string> } {
  const types = open?.types.slice(0, mostPictures) ?? []
  const rest = open?.types.slice(mostPictures) ?? []
  const pictures = picturesOf(types.map(({ name }) => name))
  const values = {
    ...(open && { OPEN_TODAY: describeOpen(open) }),
    OPEN_REST: rest.map(({ name, count }) => `${name} (${count})`).join(', '),
    ...Object.fromEntries(
      types.flatMap(({ name, ...group }, at) => [
        [`TYPE_NAME_${at}`, name],
        [`TYPE_FACTS_${at}`, `${countLoans(group.count)} · ${describeRates(group)}`],
        [`TYPE_PICTURE_${at}`, pictures[at] ?? ''],
      ]),
    ),
  }
  const repeat = (part: string) =>
    types.map((_, at) => part.replaceAll(/%(TYPE_[A-Z]+)%/g, `%$1_${at}%`)).join('')
  const sections: [name: string, fill: (part: string) => string][] = [
    ['open', (part) => (open ? part : '')],
    ['types', (part) => (types.length > 0 ? part : '')],
    ['none', (part) => (types.length > 0 ? '' : part)],
    ['rest', (part) => (rest.length > 0 ? part : '')],
    ['type', repeat],
  ]
  return {
    template: sections.reduce(
      (html, [name, fill]) =>
        html.replaceAll(new RegExp(`{{${name}}}([^]*?){{/${name}}}`, 'g'), (_, part: string) =>
          fill(part),
        ),
      template,
    ),
    values: Object.fromEntries(
      Object.entries(values).map(([name, text]) => [name, escapeHtml(text)]),
    ),
  }
}

function describeOpen({ count, amount, states, ...rates }: OpenLoans): string {
  return [
    countLoans(count),
    formatMillions(amount),
    describeRates(rates),
    ...(states > 0 ? [`${states} ${states === 1 ? 'state' : 'states'}`] : []),
  ].join(' · ')
}

const countLoans = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'loan' : 'loans'}`

const describeRates = ({
  lowestRate,
  highestRate,
}: Pick<OpenGroup, 'lowestRate' | 'highestRate'>) =>
  lowestRate === highestRate
    ? formatRate(lowestRate)
    : `${formatRate(lowestRate)} to ${formatRate(highestRate)}`

const pictures = {
  mixedUse: '/art/property-mixed-use.svg',
  office: '/art/property-office.svg',
  logistics: '/art/property-logistics.svg',
}

/** Chooses a different picture for each type. Types without a matching picture get the remaining ones. */
function picturesOf(names: string[]): string[] {
  const own = names.map((name) => {
    if (/industrial|storage|logistic|warehouse/i.test(name)) return pictures.logistics
    if (/office|medical/i.test(name)) return pictures.office
    return /mixed|retail/i.test(name) ? pictures.mixedUse : null
  })
  const left = new Set(Object.values(pictures))
  const take = (picture: string | null) => {
    const isFree = picture !== null && left.delete(picture)
    return isFree ? picture : null
  }
  const taken = own.map(take)
  return taken.map((picture) => picture ?? take([...left][0] ?? null) ?? pictures.mixedUse)
}
