import { expect } from 'vitest'
import type { MarketCommandKind, StallCommandDraft } from '#contract/market/commands.ts'
import type { StallBox, StallDay, StallReceived, StallResult } from '#contract/market/stall.ts'
import { STALL_VERSION } from '#contract/market/stall.ts'
import { type AShop, signIn } from './a-shop.ts'

type DraftOf<K extends MarketCommandKind, Draft = StallCommandDraft> = Draft extends {
  kind: infer Kinds
}
  ? K extends Kinds
    ? Draft
    : never
  : never

type Facts<K extends MarketCommandKind> = Omit<
  DraftOf<K>,
  'id' | 'seq' | 'madeAt' | 'marketDayId' | 'kind'
> & { id?: string; madeAt?: string; marketDayId?: number; seq?: number }

export type Phone = Awaited<ReturnType<typeof aPhone>>

function cookiesOf(answer: { cookies: { name: string; value: string }[] }): string {
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

type PhoneOptions = { deviceId?: string; label?: string; cookie?: string; dayId: number }

/** A stall phone the farmer signed in on; it numbers what it sends. */
export async function aPhone(
  shop: Pick<AShop, 'inject' | 'clock' | 'shop'>,
  options: PhoneOptions,
) {
  const { deviceId = crypto.randomUUID(), label = 'Phone 1', dayId } = options
  const desk = options.cookie ?? (await signIn(shop as AShop))
  const granted = await shop.inject({
    ...{ method: 'POST', url: '/api/stall/grants' },
    ...{ headers: { cookie: desk }, payload: { deviceId, label } },
  })
  expect(granted.statusCode, granted.body).toBe(201)
  let cookie = cookiesOf(granted)
  let seq = 0

  function make<K extends MarketCommandKind>(kind: K, facts: Facts<K>) {
    seq += 1
    const common = { id: crypto.randomUUID(), seq, madeAt: shop.clock.now.toISOString() }
    return { ...common, marketDayId: dayId, kind, ...facts } as { id: string; seq: number }
  }
  function post(commands: readonly unknown[], more: object = {}) {
    const sentAt = shop.clock.now.toISOString()
    const head = { version: STALL_VERSION, deviceId, sentAt, waiting: 0, gone: [] }
    return shop.inject({
      ...{ method: 'POST', url: '/api/stall/commands' },
      headers: { cookie, accept: 'application/json' },
      payload: { ...head, commands, ...more },
    })
  }
  async function send(...commands: readonly unknown[]): Promise<StallReceived> {
    const answer = await post(commands)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  return {
    ...{ deviceId, desk, dayId, make, post, send },
    async report<K extends MarketCommandKind>(kind: K, facts: Facts<K>): Promise<StallResult> {
      const { results } = await send(make(kind, facts))
      const [result] = results
      if (!result) throw new Error('The shop answered nothing.')
      return result
    },
    get: (url: string) =>
      shop.inject({ method: 'GET', url, headers: { cookie, accept: 'application/json' } }),
    async day(): Promise<StallDay> {
      const answer = await shop.inject({
        ...{ method: 'GET', url: `/api/stall/days/${dayId}`, headers: { cookie } },
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    },
    setCookie: (other: string) => {
      cookie = other
    },
    cookie: () => cookie,
  }
}

/** What a phone says of goods that were sold for cash. */
export function cashSale(
  amount: number,
  what: { productId: number } | { name: string },
  units = 1,
) {
  const tenders = [{ way: 'Cash', isCash: true, amount }]
  return { lines: [{ ...what, units, amount }], tenders, note: null }
}

export function giveOf({ id, mark, items }: StallBox) {
  const gone = items.map(({ productId, units }) => ({ productId, units }))
  return { order: { id, mark }, items: gone }
}
