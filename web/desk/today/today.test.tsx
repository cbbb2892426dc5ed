import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { farmDates } from '#contract/time/date-format.ts'
import type { Today } from '#contract/today.ts'
import { A_QUIET_DAY, NO_NOTICES, openDesk } from '#tests/a-desk.tsx'
import { workOfToday } from './work-of-today.ts'

type NextDay = NonNullable<Today['next']>

const { next: QUIET } = A_QUIET_DAY
const [MARKET] = QUIET?.places ?? []

function dayWith(change: Partial<NextDay>): Today {
  if (!QUIET) throw new Error('The quiet day has no market.')
  return { ...A_QUIET_DAY, next: { ...QUIET, ...change } }
}

const placeWith = (change: Partial<NextDay['places'][number]>) =>
  MARKET ? [{ ...MARKET, orders: 40, boxes: 40, packed: 17, ...change }] : []

const NOW = { marketDayId: null, notBefore: null, money: null }

test.each<[string, string, string, Partial<NextDay>]>([
  [
    ...([
      'Send the newsletter',
      '#newsletter',
      '86 people · begins with what is in stock',
    ] as const),
    { step: { ...NOW, name: 'letter', count: 86 } },
  ],
  [
    ...(['Harvest list', '/admin/stall?day=1#harvest', '40 orders'] as const),
    { step: { ...NOW, name: 'harvest', count: 40 } },
  ],
  [
    ...(['Pack', '/admin/stall?day=1#pack', '17 of 40 packed'] as const),
    { step: { ...NOW, name: 'pack', count: 40 } },
  ],
  [
    ...([
      'Tell 36 people it’s ready',
      '/admin/stall?day=1#pack/ready',
      'All 40 orders packed',
    ] as const),
    { step: { ...NOW, name: 'ready', count: 36 } },
  ],
  [
    ...(['Open the market', '/admin/stall?day=1#hand-out', 'Works without a signal.'] as const),
    { step: { ...NOW, name: 'market', count: 24, marketDayId: 1 } },
  ],
  [
    ...(['Count the cash and close', '/admin/stall?day=1#close'] as const),
    'Count what is in the box, starting cash and all.',
    { step: { ...NOW, name: 'close', count: 0, marketDayId: 1 } },
  ],
  [
    ...(['This week: $1,570.25', '#money/2026-11-16/2026-11-22'] as const),
    '$127.50 more than the week before',
    {
      step: {
        ...{ ...NOW, name: 'figures', count: 0 },
        money: { from: '2026-11-16', to: '2026-11-22', amount: 1570.25, weekBefore: 1442.75 },
      },
    },
  ],
])('Today has one button: %s', async (name, href, note, change) => {
  openDesk({ 'GET /api/today': { body: dayWith({ places: placeWith({}), ...change }) } })
  const card = within(
    await screen.findByRole('region', { name: /Saturday|Farmers market|All closed/ }),
  )
  const links = card.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([[name, href]])
  expect(card.getByText(note)).toBeTruthy()
})

test('a farm that sends no email calls people, and tells nobody', async () => {
  const step = { ...NOW, name: 'ready' as const, count: 36 }
  const places = placeWith({})
  openDesk({
    'GET /api/today': { body: dayWith({ places, step }) },
    'GET /api/admin/notices': { body: { ...NO_NOTICES, mailConfigured: false } },
  })
  expect(await screen.findByRole('link', { name: 'Call 36 people' })).toBeTruthy()
})

test('packing goes on at the place that has something to pack, whatever opens before it', async () => {
  const places = [
    ...placeWith({ marketDayId: 2, orders: 0, packed: 0 }),
    ...placeWith({ marketDayId: 3, orders: 2, packed: 2 }),
    ...placeWith({ marketDayId: 1 }),
  ]
  openDesk({
    'GET /api/today': { body: dayWith({ places, step: { ...NOW, name: 'pack', count: 42 } }) },
  })
  const link = await screen.findByRole('link', { name: 'Pack' })
  expect(link.getAttribute('href')).toBe('/admin/stall?day=1#pack')
})

test('the dots say what is done, left out, now and to come', async () => {
  const steps: NextDay['steps'] = [
    { name: 'letter', state: 'done' },
    { name: 'harvest', state: 'skipped' },
    { name: 'pack', state: 'now' },
    { name: 'ready', state: 'coming' },
  ]
  openDesk({ 'GET /api/today': { body: dayWith({ steps }) } })
  const dots = within(await screen.findByRole('list', { name: 'This week' })).getAllByRole(
    'listitem',
  )
  expect(dots.map((dot) => [dot.textContent, dot.getAttribute('aria-current')])).toEqual([
    ['Letter: done', null],
    ['Harvest: left out', null],
    ['Pack: now', 'step'],
    ['Ready', null],
  ])
})

test('nothing waits on a quiet day', async () => {
  openDesk()
  await screen.findByRole('region', { name: 'Farmers market' })
  expect(screen.queryByText('Waiting for you')).toBeNull()
})

test('cash that was not counted and a day called off with orders wait, and count', async () => {
  const body = {
    ...A_QUIET_DAY,
    uncounted: [{ id: 7, day: '2026-11-14', placeName: 'Farmers market' }],
    calledOff: [{ id: 8, day: '2026-11-21', placeName: 'Farm store', orders: 2 }],
  }
  openDesk({ 'GET /api/today': { body } })
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  const rows = waiting.getAllByRole('link').map((row) => row.getAttribute('href'))
  expect(rows).toEqual(['/admin/stall?day=7#close', '#calendar'])
  expect(waiting.getByText('Saturday, Nov 21 is called off: 2 orders')).toBeTruthy()
})

test('deliveries without a day lead to the orders, where each is packed, and say how many are left', () => {
  const work = (toPack: number) => {
    const today = { ...A_QUIET_DAY, withoutDay: { orders: 5, toPack } }
    const [{ title, detail, href } = {}] = workOfToday(today, farmDates('America/Denver'))
    return [title, detail, href]
  }
  const [title, href] = ['5 deliveries have no day', '#orders?pickupDate=none']
  expect(work(2)).toEqual([title, '2 still to pack', href])
  expect(work(0)).toEqual([title, 'All packed', href])
})

test('an order that was not picked up is asked about once, when its place is over', () => {
  const titles = (isOver: boolean) => {
    const step = { ...NOW, name: 'market', count: 3, marketDayId: 2 } as const
    const places = placeWith({ orders: 3, packed: 1, isOver })
    const today = { ...dayWith({ day: A_QUIET_DAY.today, step, places }) }
    return workOfToday(today, farmDates('America/Denver')).map(({ title }) => title)
  }
  expect(titles(false)).toEqual(['Not packed yet'])
  expect(titles(true)).toEqual([])
})
