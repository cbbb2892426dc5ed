import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { launchBrowser } from '../chromium.ts'

/** The two widths the shop is looked at: a phone's and a desktop's, in CSS px. */
export const WIDTHS = [390, 1280] as const

/** The only stranger a page of the shop may show, in a frame; here it is empty, so that no test leaves the machine. */
const VIDEO = 'https://www.youtube-nocookie.com'

let browser: Browser | null = null

/** Opens one Chromium for the tests of a file. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
}

/** What a page did behind the visitor's back: errors it logged, and requests that left the shop. */
export type Trace = {
  errors: string[]
  strangers: string[]
  bodies: string[] /** What it sent to an origin. */
  sentTo(origin: string): string[]
}

/** A fresh visitor, with what his pages did kept aside. */
export async function aVisitor(
  url: string,
  options: BrowserContextOptions & {
    width?: number /** Who else may be asked. */
    guests?: readonly string[]
  } = {},
): Promise<{ page: Page; context: BrowserContext; trace: Trace }> {
  if (!browser) throw new Error('withBrowser() belongs at the top of the file.')
  const { width = 1280, guests = [], ...more } = options
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    // As in Rapid City; a bare machine names a language that no browser of a person has.
    locale: 'en-US',
    ...more,
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(10_000)
  await context.route(`${VIDEO}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A video</title>' }),
  )
  const sent: { to: string; body: string }[] = []
  const sentTo = (origin: string) =>
    sent.filter(({ to }) => to.startsWith(origin)).map(({ body }) => body)
  const trace: Trace = { errors: [], strangers: [], bodies: [], sentTo }
  context.on('console', (message) => {
    if (message.type() === 'error') trace.errors.push(`${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => trace.errors.push(String(error.error())))
  context.on('request', (request) => {
    const known = [url, VIDEO, 'data:', ...guests].some((start) => request.url().startsWith(start))
    if (!known) trace.strangers.push(request.url())
    const body = request.postData() ?? ''
    trace.bodies.push(body)
    sent.push({ to: request.url(), body })
  })
  const page = await context.newPage()
  return { page: more.javaScriptEnabled === false ? page : awakening(page), context, trace }
}

/** A page that is loaded once its code hears the visitor; what comes before that is a test of its own. */
function awakening(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = (url, options) => goto(url, options).then(whenAwake)
  page.reload = (options) => reload(options).then(whenAwake)
  async function whenAwake<Answer>(answer: Answer): Promise<Answer> {
    // With its code held back it stays asleep.
    await page.waitForFunction(isAwake, null, { timeout: 3000 }).catch(() => {})
    return answer
  }
  return page
}

/** React leaves its mark on the element it took over. */
function isAwake(): boolean {
  return Object.keys(document.getElementById('root') ?? {}).some((key) =>
    key.startsWith('__reactContainer'),
  )
}

/** axe finds nothing, and nothing sticks out sideways. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  // Where no frame is to be looked into, axe needs no page beside this one to put its findings together.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
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
}

/** Keeps a picture of the page for people to look at, in tests/e2e/shots/ (not in git); only where SHOTS=1 asks for them. */
export async function shot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (process.env.SHOTS !== '1') return
  const width = page.viewportSize()?.width ?? 0
  await page.screenshot({ path: `${import.meta.dirname}/shots/${name}-${width}.png`, fullPage })
}
