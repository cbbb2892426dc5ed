import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { signIn } from '#tests/a-shop.ts'
import { IS_LONG, someOf } from '../length-of-run.ts'
import { aFullShop } from './a-full-shop.ts'
import { addressOf, watchRouter } from './every-route.ts'
import { textsOf } from './text-places.ts'

/**
 * In characters, just below the body limit so that the text arrives; a long run goes up to each
 * call's own limit.
 */
const USUAL = 60_000
const MOST = 1_900_000

/** Makes careless rules backtrack: long runs that end in what they can't take. */
const WORST = [
  ...['a', ' ', '\t', '\n', '-', '0', '1', '9.', '@', '.', 'a.', '<', '<a ', '&', '"', ','],
  ...['"\n', "'", '=', '%', '🥚'],
].map(
  (piece) => (length: number) =>
    `${piece.repeat(length / Math.max(piece.length, JSON.stringify(piece).length - 2))}!`,
)

test('the longest and worst texts in every field are answered, and never with a failure', async () => {
  const { routes } = watchRouter()
  const shop = await aFullShop()
  let { cookie } = shop
  const texts = routes.flatMap((route) => textsOf(route))
  const times: { ms: number; where: string }[] = []
  for (const [turn, { route, name, body }] of texts.entries()) {
    for (const worst of someOf(WORST, 12, turn)) {
      const most = IS_LONG
        ? Math.min((route.endpoint?.longestBody ?? USUAL * 1.1) * 0.9, MOST)
        : USUAL
      const payload = JSON.stringify(body(worst(most)))
      const headers = { cookie, 'content-type': 'application/json' }
      const asking = {
        method: route.method,
        url: addressOf(route.url),
        headers,
        payload,
      } as InjectOptions
      const before = performance.now()
      const { statusCode } = await shop.inject(asking)
      times.push({
        ms: performance.now() - before,
        where: `${route.method} ${route.url} ${name} ${worst(5).slice(0, 8)}`,
      })
      expect(statusCode, `${route.url} ${name}`).toBeLessThan(500)
      if (route.url.includes('/admin/')) cookie = await signIn(shop)
    }
  }
  times.sort((one, other) => other.ms - one.ms)
  const slowest = times
    .slice(0, 6)
    .map(({ ms, where }) => `${ms.toFixed(0)} ms ${JSON.stringify(where)}`)
  console.info(
    `${texts.length} text fields, ${times.length} calls; the slowest:\n${slowest.join('\n')}`,
  )
}, 120_000)
