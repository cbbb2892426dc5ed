import { expect } from 'vitest'
import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import type { CalendarPlan } from '#contract/calendar/rules.ts'
import { aKeyedBuyer, orderBody } from './a-buyer.ts'
import { aProduct, aShop, signIn } from './a-shop.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Place ids in an empty shop. */
export const MARKET = 1
export const STORE = 2

export const WEDNESDAYS = {
  placeId: MARKET,
  weekday: 3,
  opens: '15:00',
  closes: '18:00',
  orderDays: 1,
  orderTime: '20:00',
}

/** It's Wednesday, November 18, 11 a.m. */
export async function aFarmCalendar() {
  const its = await aShop()
  const cookie = await signIn(its)
  const eggs = await aProduct(its.db, { stock: 1000 })
  const call = (method: Method, url: string, payload?: object) =>
    its.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
  const answer = async (method: Method, url: string, payload?: object) => {
    const got = await call(method, url, payload)
    expect(got.statusCode, got.body).toBeLessThan(300)
    return got.json()
  }
  const show = (): Promise<DeskCalendar> => answer('GET', '/api/calendar')
  return {
    ...its,
    eggs,
    call,
    answer,
    show,
    async refusal(method: Method, url: string, payload?: object) {
      const got = await its.inject({
        method,
        url,
        headers: { cookie, accept: 'application/json' },
        ...(payload ? { payload } : {}),
      })
      const { code, field, message } = got.json()
      return [got.statusCode, code, field, message]
    },
    /** Previews and confirms a change; returns the plan that was done. */
    async twoSteps(method: Method, url: string, payload: object = {}): Promise<CalendarPlan> {
      const isDelete = method === 'DELETE'
      const plan: CalendarPlan = await answer(method, url, isDelete ? undefined : payload)
      expect(plan.isDone).toBe(false)
      const done: CalendarPlan = isDelete
        ? await answer(method, `${url}?confirm=${plan.hash}`)
        : await answer(method, url, { ...payload, confirm: plan.hash })
      expect(done).toMatchObject({ ...plan, isDone: true, id: expect.any(Number) })
      return done
    },
    /** A paid order, for the market's next day by default. */
    async buy(more: Record<string, unknown> = {}): Promise<number> {
      const placed = await aKeyedBuyer(its).buy(orderBody([[eggs, 1]], more))
      expect(placed.statusCode, JSON.stringify(placed.json())).toBe(201)
      return placed.json().id
    },
    /** The place's known days, like `2026-11-21 open`. */
    async daysOf(placeId = MARKET): Promise<string[]> {
      const { days } = await show()
      return days
        .filter((day) => day.placeId === placeId)
        .map(({ day, state }) => `${day} ${state}`)
    },
    async dayAt(day: string, placeId = MARKET) {
      const found = (await show()).days.find((one) => one.day === day && one.placeId === placeId)
      if (!found) throw new Error(`There is no market day on ${day}.`)
      return found
    },
  }
}
