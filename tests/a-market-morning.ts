import { aFarmCalendar } from './a-farm-calendar.ts'
import { aPhone } from './a-stall.ts'

export async function aMarketMorning(orders = 1) {
  const farm = await aFarmCalendar()
  const ids: number[] = []
  for (let one = 0; one < orders; one++) ids.push(await farm.buy())
  await farm.settled()
  const { id: dayId } = await farm.dayAt('2026-11-21')
  farm.clock.now = new Date('2026-11-21T17:00:00.000Z')
  const phone = await aPhone(farm, { dayId })
  const boxOf = async (id: number) => {
    const box = (await phone.day()).boxes.find((one) => one.id === id)
    if (!box) throw new Error(`There is no box of order ${id}.`)
    return box
  }
  const order = (id: number) =>
    farm.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { ...farm, ids, dayId, phone, boxOf, order }
}
