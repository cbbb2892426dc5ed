import { type Cost, grown } from './cost.ts'
import type { Growth } from './growth.ts'
import { brief } from './numbers.ts'
import { type Line, plotSvg } from './plot.ts'
import { table } from './tables.ts'

export function growthPlots({
  byProducts,
  byOrders,
  byOrdersOnPostgres,
}: Growth): Record<string, string> {
  const y = 'processor time of one answer, ms'
  const plotOf = (costs: Cost[], title: string, x: string) =>
    plotSvg({ title, x, y, lines: linesOf(costs) })
  return {
    'growth-products.svg': plotOf(
      byProducts,
      'What an answer costs as the shop grows',
      'products in the shop',
    ),
    'growth-orders.svg': plotOf(
      byOrders,
      'What an answer costs as orders add up, on SQLite',
      'orders in the shop',
    ),
    'growth-orders-postgres.svg': plotOf(
      byOrdersOnPostgres,
      'What an answer costs as orders add up, on PostgreSQL',
      'orders in the shop',
    ),
  }
}

export function growthReport({ byProducts, byOrders, byOrdersOnPostgres }: Growth): string[] {
  return [
    '## As the shop grows',
    `Processor time of the shop for one answer, in milliseconds, on SQLite. *Answer* is what travels to a browser that takes brotli; nothing
may grow faster than its answer (what did is bold). The farm helper answers three questions in turn over the live connection.`,
    '![Cost against products](growth-products.svg)',
    costTable(byProducts.filter(isWeighed), 'products'),
    'How long a visitor waits, p50 and p99 in milliseconds.',
    waitTable(byProducts, 'products'),
    ...ordersReport('SQLite', byOrders, 'growth-orders.svg'),
    ...ordersReport('PostgreSQL', byOrdersOnPostgres, 'growth-orders-postgres.svg'),
  ]
}

function ordersReport(engine: string, costs: Cost[], plot: string): string[] {
  return [
    `## As orders add up, on ${engine}`,
    `One order every five minutes, the last one just now. Before each call another order comes in, so that nothing kept from before
helps. The lists of a day are those of the next market day, for which all orders are that are not done yet: 1,000 to 1,600.`,
    `![Cost against orders on ${engine}](${plot})`,
    costTable(costs.filter(isWeighed), 'orders'),
    'How long one at the desk waits, over HTTP: p50 and p99 in milliseconds.',
    waitTable(costs, 'orders'),
    'How long a visitor waits at most for the kept home page while the desk asks, in milliseconds.',
    visitorTable(costs),
  ]
}

/** Rows that only say how long someone waits have no CPU time. */
const isWeighed = ({ cpuMs }: Cost) => cpuMs > 0

function linesOf(costs: Cost[]): Line[] {
  const faster = new Set(grown(costs).flatMap(({ call, isFaster }) => (isFaster ? [call] : [])))
  return [...Map.groupBy(costs.filter(isWeighed), ({ call }) => call)].map(([name, own]) => ({
    name,
    points: own.map(({ size, cpuMs }) => ({ x: size, y: cpuMs })),
    stands: faster.has(name) ? 'out' : 'back',
  }))
}

function costTable(costs: Cost[], what: string): string {
  const sizes = sizesOf(costs)
  const cells = sizes.map((size) => `${size.toLocaleString('en-US')} ${what}`)
  const rows = grown(costs).map(({ call, cost, answer, isFaster }) => {
    const own = costs.filter((one) => one.call === call)
    const bytes = own[0]?.bytes ? own.map(({ bytes }) => brief(bytes / 1024)).join(' → ') : '–'
    const growth = isFaster ? `**× ${brief(cost)}**` : `× ${brief(cost)}`
    return [
      call,
      ...own.map(({ cpuMs }) => brief(cpuMs)),
      growth,
      bytes,
      own[0]?.bytes ? `× ${brief(answer)}` : '–',
    ]
  })
  return table(['call', ...cells, 'cost grew', 'answer, KiB', 'answer grew'], rows)
}

function waitTable(costs: Cost[], what: string): string {
  const sizes = sizesOf(costs)
  const rows = [...Map.groupBy(costs, ({ call }) => call)].map(([call, own]) => [
    call,
    ...own.map(({ p50, p99 }) => `${brief(p50)} / ${brief(p99)}`),
  ])
  return table(['call', ...sizes.map((size) => `${size.toLocaleString('en-US')} ${what}`)], rows)
}

function visitorTable(costs: Cost[]): string {
  const measured = costs.filter(({ visitorMs }) => visitorMs !== undefined)
  const rows = [...Map.groupBy(measured, ({ call }) => call)].map(([call, own]) => [
    call,
    ...own.map(({ visitorMs = 0 }) => brief(visitorMs)),
  ])
  return table(
    ['call', ...sizesOf(costs).map((size) => `${size.toLocaleString('en-US')} orders`)],
    rows,
  )
}

function sizesOf(costs: Cost[]): number[] {
  return [...new Set(costs.map(({ size }) => size))]
}
