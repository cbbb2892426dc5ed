import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useShopClock } from './sandbox-calls.ts'
import { faultsOf } from './test-cards.ts'

const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' }

test.each(['1970-01-02', '2031-06-01'])(
  'a card is judged by the shop’s clock while the buyer’s device says %s',
  async (day) => {
    const device = Date.parse(day)
    vi.spyOn(Date, 'now').mockImplementation(() => device)
    const headers = { date: 'Fri, 27 Nov 2026 20:00:00 GMT' }
    vi.stubGlobal('fetch', async () => new Response(null, { headers }))
    const { result } = renderHook(useShopClock)
    await waitFor(() => expect(result.current().toISOString()).toBe('2026-11-27T20:00:00.000Z'))
    expect(faultsOf(CARD, result.current())).toEqual({})
    expect(faultsOf({ ...CARD, expiry: '10 / 26' }, result.current())).toHaveProperty('expiry')
  },
)
