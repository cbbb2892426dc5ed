import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromiumPath } from '#tests/chromium.ts'
import { startPrinting, stop } from './processes.ts'
import { aFolder, startShop } from './subjects.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]

type Audit = {
  title: string
  score: number | null
  displayValue?: string
  scoreDisplayMode: string
}
type Judgement = {
  categories: Record<string, { title: string; score: number }>
  audits: Record<string, Audit>
}
type Run = (url: string, flags: { port: number; output: 'json' }) => Promise<{ lhr: Judgement }>

/** What Lighthouse says of the home page on a phone: scores of 100, metrics in its own words, and what it criticises. */
export type Lighthouse = {
  scores: [string, number][]
  metrics: [string, string][]
  criticised: string[]
}

/** What it judged, or why it did not: nothing else of a long run is lost by a browser that fails. */
export type LighthouseFound = { judged: Lighthouse | null; leftOut: string[] }

/** Asks Lighthouse so many times about the home page of a new demo shop, and takes the run in the middle. */
export async function measureLighthouse(runs: number): Promise<LighthouseFound> {
  try {
    const run = await whereIs()
    const [middle] = (await judge(run, runs))
      .sort((one, other) => paceOf(one) - paceOf(other))
      .slice(Math.floor(runs / 2))
    return { judged: middle ? judgementOf(middle) : null, leftOut: [] }
  } catch (error) {
    if (!isMissing(error)) return { judged: null, leftOut: [`Lighthouse failed: ${error}`] }
    const way =
      'Lighthouse is not installed (LIGHTHOUSE_PATH may name a folder that it was installed into): no scores.'
    return { judged: null, leftOut: [way] }
  }
}

async function judge(run: Run, runs: number): Promise<Judgement[]> {
  const [dataDir, profile] = [
    await aFolder(),
    await mkdtemp(join(tmpdir(), 'farmstand-lighthouse-')),
  ]
  const { executablePath, args, env } = await chromiumPath()
  const own = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank']
  const ready = /DevTools listening on ws:\/\/[^:]+:(\d+)/
  const { child, said } = await startPrinting([executablePath, ...args, ...own], ready, env)
  const shop = await startShop({ dataDir })
  try {
    const judgements: Judgement[] = []
    while (judgements.length < runs)
      judgements.push((await run(`${shop.url}/`, { port: Number(said[1]), output: 'json' })).lhr)
    return judgements
  } finally {
    await stop(child)
    await shop.stop()
    for (const folder of [dataDir, profile])
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Lighthouse as a package beside ours, or in the `node_modules` of the folder that LIGHTHOUSE_PATH names: it brings a hundred packages. */
async function whereIs(): Promise<Run> {
  const folder = process.env.LIGHTHOUSE_PATH
  const place = folder
    ? pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href
    : 'lighthouse'
  const { default: run }: { default: Run } = await import(place)
  return run
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}

function paceOf({ categories }: Judgement): number {
  return categories.performance?.score ?? 0
}

function judgementOf({ categories, audits }: Judgement): Lighthouse {
  const scores = CATEGORIES.map((name): [string, number] => [
    categories[name]?.title ?? name,
    Math.round((categories[name]?.score ?? 0) * 100),
  ])
  const metrics = METRICS.map((name): [string, string] => [
    audits[name]?.title ?? name,
    (audits[name]?.displayValue ?? '–').replaceAll('\u00a0', ' '),
  ])
  const criticised = Object.entries(audits)
    .filter(
      ([name, { score, scoreDisplayMode }]) =>
        !METRICS.includes(name) && isBad(score, scoreDisplayMode),
    )
    .map(([, { title, displayValue }]) => (displayValue ? `${title}: ${displayValue}` : title))
  return { scores, metrics, criticised }
}

function isBad(score: number | null, mode: string): boolean {
  return score !== null && score < 0.9 && mode !== 'informative' && mode !== 'notApplicable'
}
