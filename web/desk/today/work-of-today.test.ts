import { expect, test } from 'vitest'
import { A_QUIET_DAY } from '#tests/a-desk.tsx'
import { workOfDay } from './work-of-today.ts'

test('an order that was not picked up is asked about once, when its place is over', () => {
  const [place] = A_QUIET_DAY.next?.places ?? []
  const placeOf = (isOver: boolean) =>
    place ? [{ ...place, orders: 3, packed: 3, handedOver: 0, isOver }] : []
  const titles = (isOver: boolean) => {
    const next = { day: A_QUIET_DAY.today, orderUntil: null, places: placeOf(isOver) }
    return workOfDay({ ...A_QUIET_DAY, next }).map(({ title }) => title)
  }
  expect(titles(false)).toEqual(['To hand over'])
  expect(titles(true)).toEqual([])
})
