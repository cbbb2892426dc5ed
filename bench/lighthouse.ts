import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromiumPath } from '#tests/chromium.ts'
import { median } from './numbers.ts'
import { startPrinting, stop } from './processes.ts'
import { aFolder, startShop } from './subjects.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

const PAGES = ['/', '/p/10-quail-eggs-fifteen', '/pages/our-farm']

/** In ms; layout shift is the browsers' own score. */
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

/** On a phone: scores and metrics are medians of all runs, complaints come from any. */
export type Lighthouse = {
  page: string
  scores: [string, number][]
  metrics: Record<Metric, number>
  criticized: string[]
}

/**
 * `leftOut` says why nothing was judged: a failing browser must not cost the rest of a long run.
 */
export type LighthouseFound = { runs: number; judged: Lighthouse[]; leftOut: string[] }

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
 * A new browser for each run, as Lighthouse's own command does: it walks the browser's memory to
 * count calls, and what earlier pages left cost this one up to 160 ms.
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
 * Lighthouse brings a hundred packages: it's installed next to ours, or in the `node_modules` of
 * LIGHTHOUSE_PATH.
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

/** Each number is its own median; no single run has to be the middle of all. */
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
