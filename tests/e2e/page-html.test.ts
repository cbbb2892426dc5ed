import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitizePage } from '#server/features/pages/sanitize-page.ts'
import { ATTACKS, attackMixes } from '../html-attacks.ts'
import { seedOfRun } from '../length-of-run.ts'
import { aVisitor, withBrowser } from './a-browser.ts'

withBrowser()

const MIXES = 3000
const AT_ONCE = 100

/**
 * A page without any policy. `fire` puts HTML into it, a hundred pieces at a time, gives them time
 * to fire, and follows their script links.
 */
async function aBarePage() {
  const { page } = await aVisitor('about:blank', { isLast: true })
  let fired = 0
  await page.exposeFunction('fired', () => {
    fired++
  })
  return async (pieces: string[]): Promise<{ fired: number; strange: string[] }> => {
    fired = 0
    const strange: string[] = []
    for (let start = 0; start < pieces.length; start += AT_ONCE) {
      await page.setContent('<!doctype html><title>A page without a policy</title><main></main>')
      strange.push(...(await page.evaluate(insert, pieces.slice(start, start + AT_ONCE))))
    }
    return { fired, strange }
  }
}

/** Runs in the page. Returns names no content page may hold. */
async function insert(pieces: string[]): Promise<string[]> {
  const settled = () =>
    new Promise((resolve) => {
      const picture = new Image()
      picture.onerror = () => requestAnimationFrame(() => requestAnimationFrame(resolve))
      picture.src = 'data:,'
    })
  const main = document.querySelector('main') ?? document.body
  for (const html of pieces) {
    const place = document.createElement('div')
    main.append(place)
    place.innerHTML = html
    for (const link of place.querySelectorAll('a'))
      if (link.protocol === 'javascript:') link.click()
  }
  await settled()
  await settled()
  return [...main.querySelectorAll('*')].flatMap((element) => [
    ...(/^(?:SCRIPT|STYLE|IFRAME|OBJECT|EMBED|FORM|INPUT|BASE|LINK|META|svg|math)$/.test(
      element.tagName,
    )
      ? [element.tagName]
      : []),
    ...element
      .getAttributeNames()
      .filter((name) => /^(?:on|style$|id$|class$|srcdoc$|action$)/.test(name)),
  ])
}

test('attacks fire in a page without a policy, and none does once it is sanitized', async () => {
  const mixes = fc.sample(attackMixes, { numRuns: MIXES, seed: seedOfRun() })
  const fire = await aBarePage()
  const control = await fire([...ATTACKS, ...mixes.slice(0, 300)])
  expect(control.fired).toBeGreaterThan(100)
  expect(control.strange.length).toBeGreaterThan(100)
  const pieces = [...ATTACKS, ...mixes]
  const sanitized = await Promise.all(pieces.map(async (piece) => (await sanitizePage(piece)).html))
  console.info(
    `unsanitized ${control.fired} times fired of ${ATTACKS.length + 300}; sanitized of ${pieces.length}:`,
  )
  const sanitizedFire = await aBarePage()
  expect(await sanitizedFire(sanitized)).toEqual({ fired: 0, strange: [] })
})

test('each of the classics fires by itself, or is one that browsers have learnt to refuse', async () => {
  const fire = await aBarePage()
  const silent: string[] = []
  for (const attack of ATTACKS) if ((await fire([attack])).fired === 0) silent.push(attack)
  console.info('refused by the browser itself:', silent)
  expect(silent.length).toBeLessThan(ATTACKS.length / 2)
})
