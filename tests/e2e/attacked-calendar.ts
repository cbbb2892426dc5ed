import { expect } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { ATTACKS } from '../html-attacks.ts'

type Desk = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ status: number; said: unknown }>

const attackOf = (place: number) => ATTACKS[place % ATTACKS.length] ?? ''

export async function attackCalendar(desk: Desk): Promise<string> {
  for (const id of [1, 2, 3]) {
    const name = `${id} ${attackOf(id)}`.slice(0, 80)
    const place = { name, address: attackOf(id + 3), note: attackOf(id + 6) }
    expect((await desk('PUT', `/api/places/${id}`, place)).status).toBe(200)
  }
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
  const closure = { fromDay: inDays(30), untilDay: inDays(60), message: attackOf(10) }
  const { hash } = (await desk('POST', '/api/closures', closure)).said as { hash: string }
  expect((await desk('POST', '/api/closures', { ...closure, confirm: hash })).status).toBe(200)
  for (const isPaused of [true, false])
    await desk('PUT', '/api/pause', { isPaused, message: attackOf(11) })
  const [day, hours] = [inDays(7), { opens: '09:00', closes: '12:00' }]
  const made = { placeId: 3, days: [day], ...hours, orderDays: 1, orderTime: '20:00' }
  expect((await desk('POST', '/api/market-days', made)).status).toBe(201)
  return day
}

export async function attackOrdersOfDay(desk: Desk, day: string): Promise<void> {
  for (const [place, attack] of ATTACKS.entries()) {
    const order = `/api/orders/${place + 1}`
    expect((await desk('PUT', `${order}/farm-note`, { farmNote: attack })).status).toBe(200)
    if (place % 2 === 0) await desk('PUT', `${order}/packed`, { packed: true, boxes: 2 })
  }
  const { days } = (await desk('GET', '/api/calendar')).said as {
    days: { id: number; day: string; placeId: number }[]
  }
  const { id } = days.find((one) => one.day === day && one.placeId === 3) ?? {}
  const message = { id: crypto.randomUUID(), message: attackOf(12) }
  expect((await desk('POST', `/api/market-days/${id}/message`, message)).status).toBe(200)
}
