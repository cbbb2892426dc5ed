import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { everyRow } from '#tests/every-row.ts'
import { signIn } from '../a-shop.ts'
import { someOf } from '../length-of-run.ts'
import { aFullShop } from './a-full-shop.ts'
import { addressOf, watchRouter } from './every-route.ts'
import { textsOf } from './text-places.ts'

const FAMILY = '👨‍👩‍👧'

/** Each holds invisible characters in a text most fields would take. */
const NASTY = [
  `Kohl\u00ADra\u200Bbi\u2060${FAMILY}`,
  '\uFEFF\u202EKohl\u00A0ra\u3164bi\u2069',
  'Kohl\u3000ra\u200Fbi\u034F\u{E0061}',
]

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u00A0\u3000\u2800]/u

const isUnseenIn = (value: unknown) =>
  UNSEEN.test(JSON.stringify(value ?? null).replaceAll(FAMILY, ''))

/** The only fields that keep exactly what they were sent, and why. */
const AS_SENT: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)content$/, 'HTML, in which a soft hyphen is meant'],
  [/pass(?:word|phrase)|^again$/i, 'compared by each character'],
  [/(?:^|\.)base(?:\.|$)/, 'what a form had loaded, compared and never stored'],
  [/^csv$/, 'read cell by cell'],
  [/^(?:plan|confirm|id)$/, 'names what was looked at, compared and never stored'],
  [/(?:paymentStatus|userId)$/, 'a claim, never stored'],
]

test('past the contract, no text field of any call holds what no reader sees', async () => {
  const { routes } = watchRouter()
  await aFullShop()
  const seeds = Array.from({ length: 24 }, (_, seed) => seed)
  const texts = seeds.flatMap((seed) => routes.flatMap((one) => textsOf(one, 20, seed)))
  const found = { reading: new Set<string>(), keeping: new Set<string>() }
  for (const { route, name, body } of texts)
    for (const text of NASTY) {
      const read = route.endpoint?.body?.safeParse(body(text))
      if (!read?.success) continue
      const where = `${route.method} ${route.url} ${name}`
      found.reading.add(where)
      // A field that takes anything is ignored, or is a stall's note, which the contract checks on
      // every read.
      const isKept =
        AS_SENT.some(([field]) => field.test(name)) ||
        route.endpoint?.body?.safeParse(body({ any: 1 })).success
      if (!isKept && isUnseenIn(read.data)) found.keeping.add(where)
    }
  expect([...found.keeping]).toEqual([])
  console.info([...found.reading].sort().join('\n'))
  expect(found.reading.size).toBeGreaterThan(80)
})

/** Tables that keep data as it came, and why. */
const KEPT_AS_SENT: Record<string, string> = {
  stall_commands: 'what a phone sent is proof, and is read by the contract each time',
  pages: 'holds HTML',
}

test('no call stores what no reader sees, and an emoji of several parts stays whole', async () => {
  const { routes } = watchRouter()
  const shop = await aFullShop()
  let { cookie } = shop
  const texts = routes.flatMap((one) => textsOf(one, 60))
  for (const [turn, { route, name, body }] of texts.entries())
    for (const text of /content|password|passphrase/i.test(name) ? [] : someOf(NASTY, 3, turn)) {
      const url = addressOf(route.url)
      const payload = JSON.stringify(body(text))
      const headers = { cookie, 'content-type': 'application/json' }
      const asking = { method: route.method, url, headers, payload } as InjectOptions
      const { statusCode } = await shop.inject(asking)
      expect(statusCode, `${route.url} ${name}`).toBeLessThan(500)
      if (route.url.includes('/admin/')) cookie = await signIn(shop)
    }
  await shop.settled()
  const rows = (await everyRow(shop)).filter(
    (row) => !Object.hasOwn(KEPT_AS_SENT, row.split(':')[0] ?? ''),
  )
  expect(rows.filter(isUnseenIn)).toEqual([])
  expect(rows.filter((row) => row.includes(`Kohlrabi${FAMILY}`)).length).toBeGreaterThan(5)
}, 120_000)
