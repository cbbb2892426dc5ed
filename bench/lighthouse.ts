import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromiumPath } from '#tests/chromium.ts'
import { median } from './numbers.ts'
import { startPrinting, stop } from './processes.ts'
import { aFolder, startShop } from './subjects.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/** The pages of a new demo shop that are judged: the home page, a product, a text. */
const PAGES = ['/', '/p/10-quail-eggs-fifteen', '/pages/our-farm']

/** In milliseconds; the shift of the layout as browsers reckon it. */
const METRICS = {
  'first-contentful-paint': 'fcp',
  'largest-contentful-paint': 'lcp',
  'total-blocking-time': 'tbt',
  'cumulative-layout-shift': 'cls',
  'speed-index': 'speedIndex',
} as const

type Metric = (typeof METRICS)[keyof typeof METRICS]

type Audit = {
  title: string
  score: number | null
  numericValue?: number
  displayValue?: string
  scoreDisplayMode: string
}
export type Judgement = {
  categories: Record<string, { title: string; score: number }>
  audits: Record<string, Audit>
}
type Run = (url: string, flags: { port: number; output: 'json' }) => Promise<{ lhr: Judgement }>

/**
 * What Lighthouse says of a page on a phone: of scores and
 * metrics the median of all runs, and what it criticized in any.
 */
export type Lighthouse = {
  page: string
  scores: [string, number][]
  metrics: Record<Metric, number>
  criticized: string[]
}

/** What it judged, or why it did not: nothing else of a long run is lost by a browser that fails. */
export type LighthouseFound = { runs: number; judged: Lighthouse[]; leftOut: string[] }

/** Asks Lighthouse so many times about each page. */
export async function measureLighthouse(runs: number): Promise<LighthouseFound> {
  try {
    return { runs, judged: await judge(await whereIs(), runs), leftOut: [] }
  } catch (error) {
    if (!isMissing(error)) return { runs, judged: [], leftOut: [`Lighthouse failed: ${error}`] }
    const way =
      'Lighthouse is not installed (LIGHTHOUSE_PATH may name a folder that it was installed into): no scores.'
    return { runs, judged: [], leftOut: [way] }
  }
}

async function judge(run: Run, runs: number): Promise<Lighthouse[]> {
  const dataDir = await aFolder()
  const shop = await startShop({ dataDir })
  try {
    const judged: Lighthouse[] = []
    for (const page of PAGES) {
      const judgements: Judgement[] = []
      while (judgements.length < runs) judgements.push(await judgeOnce(run, shop.url + page))
      judged.push(middleOf(page, judgements))
    }
    return judged
  } finally {
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * A browser for each run, as Lighthouse's own command starts one: to count calls it walks through the browser's memory,
 * and what earlier pages left there counted as a task of up to 160 ms of this one.
 */
async function judgeOnce(run: Run, url: string): Promise<Judgement> {
  const profile = await mkdtemp(join(tmpdir(), 'farmstand-lighthouse-'))
  const { executablePath, args, env } = await chromiumPath()
  const own = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank']
  const ready = /DevTools listening on ws:\/\/[^:]+:(\d+)/
  const { child, said } = await startPrinting([executablePath, ...args, ...own], ready, env)
  try {
    return (await run(url, { port: Number(said[1]), output: 'json' })).lhr
  } finally {
    await stop(child)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Lighthouse as a package beside ours, or in the `node_modules` of the
 * folder that LIGHTHOUSE_PATH names: it brings a hundred packages.
 */
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

/** Each number is the median of its own: no single run must be the middle of everything. */
export function middleOf(page: string, judgements: readonly Judgement[]): Lighthouse {
  const middle = (read: (one: Judgement) => number | undefined) =>
    median(judgements.map((one) => read(one) ?? Number.NaN))
  const scores = CATEGORIES.map((name): [string, number] => [
    judgements[0]?.categories[name]?.title ?? name,
    Math.round(middle((one) => one.categories[name]?.score) * 100),
  ])
  const metrics = Object.fromEntries(
    Object.entries(METRICS).map(([audit, name]) => [
      name,
      middle((one) => one.audits[audit]?.numericValue),
    ]),
  ) as Record<Metric, number>
  const criticized = [...new Set(judgements.flatMap(titlesOfBad))]
  return { page, scores, metrics, criticized }
}

function titlesOfBad({ audits }: Judgement): string[] {
  return Object.entries(audits)
    .filter(([name, audit]) => !(name in METRICS) && isBad(audit.score, audit.scoreDisplayMode))
    .map(([, { title }]) => title)
}

function isBad(score: number | null, mode: string): boolean {
  return score !== null && score < 0.9 && mode !== 'informative' && mode !== 'notApplicable'
}
