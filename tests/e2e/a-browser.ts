import { basename } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Page,
  Request,
  WebError,
} from 'playwright-core'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../chromium.ts'
import { IS_LONG } from '../length-of-run.ts'
import { anOpenShop } from './an-open-shop.ts'
import { AS_AT_HOME, leaveContext, takeContext, viewportOf } from './rested-contexts.ts'
import { shiftDate } from './shift-date.ts'

/** A phone's and a desktop's, in CSS px. */
export const WIDTHS = [390, 1280] as const

type Width = (typeof WIDTHS)[number]

/** Both widths in a long run, only the given one in `npm test`. */
export function widths(inShortRuns: Width): readonly Width[] {
  return IS_LONG ? WIDTHS : [inShortRuns]
}

/**
 * `test` for laws declared once per width: a long run tries all at both, `npm test` alternates, so
 * that it sees both layouts of a page.
 */
export function testAt(width: Width): (name: string, law: () => Promise<void>) => void {
  let turn = width === 390 ? 0 : 1
  return (name, law) => test.skipIf(!IS_LONG && turn++ % 2 === 1)(name, law)
}

/** The only third party a page may frame; empty here, so that no test leaves the machine. */
const VIDEO = 'https://www.youtube-nocookie.com'

let browser: Browser | null = null

export function withBrowser(): void {
  beforeAll(async () => {
    await sharedBrowser()
  })
}

/** One for all files of this worker; opened when first asked for. */
export async function sharedBrowser(): Promise<Browser> {
  if (!browser?.isConnected()) browser = await launchBrowser()
  return browser
}

/** Errors a page logged, and requests that left the shop. */
export type Trace = {
  errors: string[]
  strangers: string[]
  bodies: string[] /** What it sent to an origin. */
  sentTo(origin: string): string[]
}

type VisitorOptions = BrowserContextOptions & {
  width?: number
  /** Other hosts that may be asked. */
  guests?: readonly string[]
  /** The test changes what no later one could undo, such as the clock. */
  isLast?: boolean
  /** False: the test holds the page's code back. */
  wakes?: boolean
}

export type Visitor = {
  page: Page
  context: BrowserContext
  trace: Trace
  openTab(): Promise<Page>
}

export async function aVisitor(url: string, options: VisitorOptions = {}): Promise<Visitor> {
  const { width = 1280, guests = [], isLast = false, wakes, ...more } = options
  const isOrdinary = !isLast && Object.keys(more).length === 0
  const context = isOrdinary ? await aReusedContext(url, width) : await aContext(width, more)
  context.setDefaultTimeout(40_000)
  const trace = traceOf(context, [url, ...guests])
  const openTab = async () => {
    const page = await context.newPage()
    await emptyVideos(page)
    return atShop(page, url, wakes ?? more.javaScriptEnabled ?? true)
  }
  return { page: await openTab(), context, trace, openTab }
}

/** A visitor of a shop of their own; the shop's environment comes last. */
export async function aVisitedShop(options: VisitorOptions = {}, env: Record<string, string> = {}) {
  const shop = await anOpenShop(env)
  return { shop, ...(await aVisitor(shop.url, options)) }
}

function theBrowser(): Browser {
  if (!browser) throw new Error('withBrowser() belongs at the top of the file.')
  return browser
}

async function aContext(width: number, options: BrowserContextOptions): Promise<BrowserContext> {
  const viewport = viewportOf(width)
  const context = await theBrowser().newContext({ ...AS_AT_HOME, viewport, ...options })
  await context.addInitScript(shiftDate, inject('clockShift') ?? 0)
  onTestFinished(() => context.close())
  return context
}

async function aReusedContext(url: string, width: number): Promise<BrowserContext> {
  const taken = await takeContext(theBrowser(), width)
  onTestFinished(({ task }) =>
    task.result?.state === 'fail' ? taken.context.close() : leaveContext(taken, url),
  )
  return taken.context
}

function traceOf(context: BrowserContext, known: readonly string[]): Trace {
  const sent: { to: string; body: string }[] = []
  const sentTo = (origin: string) =>
    sent.filter(({ to }) => to.startsWith(origin)).map(({ body }) => body)
  const trace: Trace = { errors: [], strangers: [], bodies: [], sentTo }
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') trace.errors.push(`${message.text()} ${message.location().url}`)
  }
  const onError = (error: WebError) => void trace.errors.push(String(error.error()))
  const onRequest = (request: Request) => {
    const isKnown = [...known, VIDEO, 'data:'].some((start) => request.url().startsWith(start))
    if (!isKnown) trace.strangers.push(request.url())
    const body = request.postData() ?? ''
    trace.bodies.push(body)
    sent.push({ to: request.url(), body })
  }
  context.on('console', onConsole).on('weberror', onError).on('request', onRequest)
  onTestFinished(() => {
    context.off('console', onConsole).off('weberror', onError).off('request', onRequest)
  })
  return trace
}

/**
 * Answers only for the video host: Playwright's own routes send every request through Node and turn
 * off the cache.
 */
async function emptyVideos(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const answer = {
    responseCode: 200,
    responseHeaders: [{ name: 'content-type', value: 'text/html' }],
    body: Buffer.from('<title>A video</title>').toString('base64'),
  }
  devtools.on('Fetch.requestPaused', ({ requestId }) => {
    devtools.send('Fetch.fulfillRequest', { requestId, ...answer }).catch(() => {})
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: `${VIDEO}/*` }] })
}

/**
 * A page with the shop's base URL. Loading waits until it's hydrated; earlier moments have their own
 * tests.
 */
function atShop(page: Page, url: string, wakes: boolean): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = (address, options) => goto(new URL(address, url).href, options).then(whenAwake)
  page.reload = (options) => reload(options).then(whenAwake)
  async function whenAwake<Answer>(answer: Answer): Promise<Answer> {
    if (wakes) await page.waitForFunction(isAwakeOrNoPage)
    return answer
  }
  return page
}

/** React marks the element it took over. */
export function isAwake(): boolean {
  return Object.keys(document.getElementById('root') ?? {}).some((key) =>
    key.startsWith('__reactContainer'),
  )
}

/** A file, such as a picture, has nothing that wakes. */
function isAwakeOrNoPage(): boolean {
  const root = document.getElementById('root')
  return root
    ? Object.keys(root).some((key) => key.startsWith('__reactContainer'))
    : document.readyState === 'complete'
}

/** Waits until the page has painted: a person's keys are more than a frame apart. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
}

/** What fades is as it will be: half faded, its words have no contrast. */
export async function ended(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })
}

/** More cards of the same kind; axe takes a second for two dozen. */
const FURTHER_CARDS = '.shop-grid > li:nth-child(n + 9)'

const DIALOGS = '[role=dialog], [role=alertdialog], dialog[open]'

/**
 * axe finds nothing and nothing overflows sideways. `npm test` checks all the shop's cards only
 * where a test asks, and of a page under an open dialog the dialog alone. With SHOTS=1 its picture
 * is kept.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { everyCard = IS_LONG } = {},
): Promise<void> {
  const [, ...frames] = page.frames()
  // While every frame is blank, axe needs no second page to combine its findings.
  const iframes = frames.some((frame) => frame.url() !== '')
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], iframes })
  if (!everyCard) axe.exclude(FURTHER_CARDS)
  const isCovered = (await page.locator(DIALOGS).filter({ visible: true }).count()) > 0
  if (isCovered && !IS_LONG) axe.include(DIALOGS)
  await ended(page)
  const { violations } = await axe.setLegacyMode(!iframes).analyze()
  expect(
    violations.map(
      ({ id, nodes }) => `${what}: ${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([])
  const [wide, seen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ])
  expect(wide, `${what} scrolls sideways`).toBeLessThanOrEqual(seen ?? 0)
  const file = basename(expect.getState().testPath ?? '', '.test.ts')
  await shot(page, `${file}-${what.replaceAll(/\W+/g, '-')}`)
}

/** Screenshots for people, in tests/e2e/shots/ (not in git), only with SHOTS=1. */
export async function shot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (process.env.SHOTS !== '1') return
  const width = page.viewportSize()?.width ?? 0
  await page.screenshot({ path: `${import.meta.dirname}/shots/${name}-${width}.png`, fullPage })
}

/** By the rail of a laptop, or More on a phone. */
export async function openPlace(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Desk', exact: true })
  const more = bar.getByRole('link', { name: 'More' })
  await bar.first().waitFor()
  if (!(await more.isVisible())) return bar.getByRole('link', { name }).click()
  await more.click()
  await page
    .locator('main')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/admin#more')
  const button = page.locator('main').getByRole('button', { name: 'Sign out' })
  await button.click()
  await button.waitFor({ state: 'detached' })
}
