import { expect, test } from 'vitest'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { ask } from '#tests/a-visitor.ts'

test('a market that the farmer called off is named with her words, whoever asks for hours or pickup', async () => {
  const farm = await aFarmCalendar()
  const questions = ['Is the market open this Saturday?', 'When can I pick up?']
  for (const question of questions) expect(await ask(farm, question)).not.toContain('is off')
  const { id } = await farm.dayAt('2026-11-21')
  const url = `/api/market-days/${id}/close`
  const closing = {
    ...{ id: crypto.randomUUID(), message: 'The road is under snow.' },
    ...{ moveTo: null, cancelRest: false },
  }
  const { confirm } = await farm.answer('POST', url, closing)
  await farm.answer('POST', url, { ...closing, confirm })
  const off = 'The farmers market is off on Saturday, November 21: The road is under snow.'
  for (const question of questions) expect(await ask(farm, question)).toContain(off)
  expect(await ask(farm, 'When can I pick up?')).toContain('Farm store, Saturday 2pm to 5pm')
})
