import { describe, expect, inject, test } from 'vitest'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { aProcessBeside } from '#tests/a-shop.ts'

describe('a pause', () => {
  const PAUSED = { isPaused: true, message: 'Frost took it all.' }

  test('stops orders with the farmer’s words, and ends by hand or by itself', async () => {
    const farm = await aFarmCalendar()
    const resumesAt = '2026-11-18T18:10:00.000Z'
    const { pause } = await farm.answer('PUT', '/api/pause', { ...PAUSED, resumesAt })
    expect(pause).toEqual({
      message: PAUSED.message,
      since: '2026-11-18T18:00:00.000Z',
      resumesAt,
    })
    const said = async () => (await farm.inject({ url: '/api/market-days' })).json().pause
    expect(await said()).toBe(PAUSED.message)
    farm.clock.now = new Date(resumesAt)
    expect([await said(), (await farm.show()).pause]).toEqual([null, null])
    await farm.answer('PUT', '/api/pause', PAUSED)
    await farm.answer('PUT', '/api/pause', { isPaused: true, message: 'Back soon.' })
    expect(await said()).toBe('Back soon.')
    expect(await farm.answer('PUT', '/api/pause', { isPaused: false })).toEqual({ pause: null })
    await farm.buy()
    const rows = await farm.db.selectFrom('audit').select(['action', 'subject']).execute()
    expect(rows.filter(({ subject }) => subject === 'shop').map(({ action }) => action)).toEqual([
      'paused',
      'paused',
      'paused',
      'resumed',
    ])
  })

  test('stops them in every process at once; who had begun to pay finishes in any', async () => {
    const farm = await aFarmCalendar()
    const other = inject('postgresUrl') ? await aProcessBeside(farm) : farm
    const body = orderBody([[farm.eggs, 1]])
    const said = async () => (await other.inject({ url: '/api/market-days' })).json().pause
    const [begun, late] = [aKeyedBuyer(other), aKeyedBuyer(other)]
    await begun.confirm(await begun.createIntent(body))
    expect(await said()).toBeNull()
    await farm.answer('PUT', '/api/pause', PAUSED)
    const refused = await late.createIntent(body)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'paused'])
    expect(refused.json().message).toBe(PAUSED.message)
    await other.pollEventLog()
    expect(await said()).toBe(PAUSED.message)
    expect((await begun.placeOrder(body)).statusCode).toBe(201)
    await farm.answer('PUT', '/api/pause', { isPaused: false })
    expect((await late.buy(body)).statusCode).toBe(201)
  })

  test('ends at a time to come, and is no closure that could be deleted as one', async () => {
    const farm = await aFarmCalendar()
    for (const resumesAt of [
      '2026-11-18T18:00:00.000Z',
      '2027-02-30T18:00:00.000Z',
      '2027-99-99T99:99:99.999Z',
    ])
      expect((await farm.refusal('PUT', '/api/pause', { ...PAUSED, resumesAt }))[2]).toBe(
        'resumesAt',
      )
    await farm.answer('PUT', '/api/pause', PAUSED)
    expect((await farm.refusal('DELETE', '/api/closures/1'))[0]).toBe(404)
  })
})
