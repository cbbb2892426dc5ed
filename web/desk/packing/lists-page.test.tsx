import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type {
  DeliveryList,
  HandOverList,
  HarvestList,
  PackList,
} from '#contract/packing/packing-lists.ts'
import { type Answers, bodyOf, expectToast, openDesk } from '#tests/a-desk.tsx'
import type { ListDays } from './list-address.ts'

const DAY = '2026-11-28'
const MARKET = { key: 'farmers_market', kind: 'pickup' as const, name: 'Farmers market' }
const STORE = { key: 'farm_store', kind: 'pickup' as const, name: 'Farm store' }
const counted = { orders: 2, packed: 0, collected: 0 }

const DAYS: ListDays = {
  today: '2026-11-27',
  days: [
    { day: '2026-11-21', places: [{ key: MARKET.key, name: MARKET.name, ...counted }] },
    {
      day: DAY,
      places: [MARKET, STORE].map(({ key, name }) => ({ key, name, ...counted })),
    },
  ],
  withoutDay: 3,
}

const places = [MARKET, STORE].map((place) => ({ ...place, orders: 2, boxes: 2 }))

const HARVEST: HarvestList = {
  day: DAY,
  places,
  printedAt: '2026-11-27T03:04:00.000Z',
  products: [
    {
      ...{ productId: 2, name: 'Rainbow Carrots', category: 'Vegetables', need: 12, change: 3 },
      byPlace: [
        { placeKey: MARKET.key, units: 10 },
        { placeKey: STORE.key, units: 2 },
      ],
    },
    { productId: 3, name: 'Kale', category: 'Vegetables', need: 0, change: -2, byPlace: [] },
  ],
  calls: [],
}

const BOX = {
  ...{ placeKey: MARKET.key, boxes: 1, status: 'pending' as const, isCold: false },
  ...{ packedAt: null, collectedAt: null, isUnpaid: false },
}
const NO_ONE_ELSE = { pickupName: null, isGift: false }

const CALL = {
  ...{ orderId: 1043, shortName: 'Cora D.', productId: 2, name: 'Farm Eggs' },
  ...{ gets: 1, units: 2 },
}

const PACK: PackList = {
  day: DAY,
  places,
  orders: [
    {
      ...{ ...BOX, ...NO_ONE_ELSE, id: 1043, shortName: 'Cora D.', customerName: 'Cora Dale' },
      ...{ isCold: true, notes: 'Please no plastic bag.', farmNote: null },
      items: [{ productId: 2, name: 'Farm Eggs', units: 2, isCold: true }],
      ...{ ifShort: 'call', toCallAbout: [CALL] },
    },
    {
      ...{ ...BOX, id: 1044, shortName: 'Ed F.', customerName: 'Ed Fox', isUnpaid: true },
      ...{ pickupName: 'Tess Fox', isGift: true, packedAt: '2026-11-27T23:12:00.000Z' },
      ...{ status: 'processing' as const, notes: null, farmNote: null, items: [] },
      ...{ ifShort: null, toCallAbout: [] },
    },
  ],
}

const HAND_OVER: HandOverList = {
  day: DAY,
  places,
  orders: [
    {
      ...{ ...BOX, ...NO_ONE_ELSE, id: 1040, shortName: 'Kim L.', isDone: true },
      collectedAt: '2026-11-28T16:14:00.000Z',
    },
    { ...BOX, id: 1042, shortName: 'Ann B.', pickupName: 'Tom B.', isGift: true, isDone: false },
  ],
}

const DELIVERY: DeliveryList = {
  day: DAY,
  places: [],
  orders: [
    {
      ...{ ...BOX, id: 7, shortName: 'Jo W.', customerName: 'Jo Whitehorse', isDone: false },
      ...{ phone: '(605) 555-0177', notes: 'Ring the bell.', farmNote: null, isGift: false },
      ...{ zipCode: '57747', street: '27 Cold Brook Road', city: 'Hot Springs', state: 'SD' },
    },
  ],
}

function openLists(list = '', more: Answers = {}) {
  const answers: Answers = {
    'GET /api/days': { body: DAYS },
    [`GET /api/days/${DAY}/harvest`]: { body: HARVEST },
    [`GET /api/days/${DAY}/pack`]: { body: PACK },
    [`GET /api/days/${DAY}/hand-over`]: { body: HAND_OVER },
    [`GET /api/days/${DAY}/delivery`]: { body: DELIVERY },
    [`GET /api/days/${DAY}/labels`]: { body: { day: DAY, places, labels: [] } },
    ...more,
  }
  return openDesk(answers, list ? `lists/${DAY}/${list}` : 'lists')
}

describe('the lists of a day', () => {
  test('begin with the harvest of the next day, and say what changed since the print', async () => {
    openLists()
    expect(await screen.findByText('To pick for 4 boxes')).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>('Day').value).toBe(DAY)
    const since = screen.getByText(/^Since it was printed on Nov 26, 8:04 PM:/)
    expect(since.parentElement?.textContent).toContain('3 × Rainbow Carrots more, 2 × Kale less')
    const market = screen.getByRole('link', { name: 'Harvest on the market page' })
    expect(market.getAttribute('href')).toBe('/admin/stall#harvest')
    expect(screen.getByRole('link', { name: 'Save as CSV' }).getAttribute('href')).toBe(
      `/api/days/${DAY}/harvest.csv`,
    )
  })

  test('have an address each, by day, list and place', async () => {
    const { user } = openLists('pack', {
      [`GET /api/days/${DAY}/pack?place=farm_store`]: { body: { ...PACK, orders: [] } },
      'GET /api/days/without-day/pack': { body: { day: null, places: [], orders: [] } },
    })
    await user.selectOptions(await screen.findByLabelText('Place'), 'Farm store')
    expect(window.location.hash).toBe(`#lists/${DAY}/pack/farm_store`)
    expect(await screen.findByText('There is nothing to pack for this day yet.')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Day'), 'Deliveries without a day')
    expect(window.location.hash).toBe('#lists/without-day/pack')
    expect(screen.getByRole('link', { name: 'Pack' }).getAttribute('aria-current')).toBe('page')
  })

  test.each(['the button', 'Ctrl+P'])(
    'print what the shop remembers as printed, by %s',
    async (by) => {
      const print = vi.fn()
      vi.stubGlobal('print', print)
      const printed = { ...HARVEST, products: HARVEST.products.slice(0, 1) }
      const { user, requests } = openLists('', {
        [`POST /api/days/${DAY}/harvest/prints`]: { body: printed },
      })
      const button = await screen.findByRole('button', { name: 'Print' })
      await (by === 'Ctrl+P' ? user.keyboard('{Control>}p{/Control}') : user.click(button))
      await waitFor(() => expect(print).toHaveBeenCalledOnce())
      const sheet = document.querySelector('.print-sheet')
      expect(sheet?.textContent).toContain('FarmstandHarvest listSaturday, Nov 28')
      expect(sheet?.textContent).toContain('Rainbow CarrotsFarmers market 10 · Farm store 212')
      expect(sheet?.textContent).not.toContain('Kale')
      expect(requests.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1)
      window.dispatchEvent(new Event('afterprint'))
      await waitFor(() => expect(document.querySelector('.print-sheet')).toBeNull())
    },
  )
})

describe('a box', () => {
  test('that was handed over, or sent off, is not to pack', async () => {
    const [open, packed] = PACK.orders
    const orders = [
      { ...open, collectedAt: '2026-11-28T16:14:00.000Z' },
      { ...packed, id: 1045, packedAt: null, status: 'shipped' },
    ]
    openLists('pack', { [`GET /api/days/${DAY}/pack`]: { body: { ...PACK, orders } } })
    expect(await screen.findByText('2 of 2 packed')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Undo|Packed)/ })).toBeNull()
  })

  test('of the same buyer as another is packed together with it by one tap, and on its own again', async () => {
    const [first, second] = PACK.orders
    const answer = (more: object) => ({
      body: { ...PACK, orders: [first, { ...second, ...more, packedAt: null }] },
    })
    const { user, requests } = openLists('pack', {
      [`GET /api/days/${DAY}/pack`]: [
        answer({ sameBuyerAs: 1043 }),
        answer({ packedWith: [1043] }),
        answer({ sameBuyerAs: 1043 }),
      ],
      'PUT /api/orders/1044/packed-with': { body: { id: 1044, orderId: 1043 } },
    })
    expect(await screen.findByText('Same email address as #1043')).toBeTruthy()
    const named = (name: string) => screen.findByRole('button', { name })
    await user.click(await named('Pack together, order 1044 with order 1043'))
    expect(await screen.findByText('Packed together with #1043')).toBeTruthy()
    expect(bodyOf(requests, 'PUT /api/orders/1044/packed-with')).toEqual({ orderId: 1043 })
    await user.click(await named('Undo, pack order 1044 on its own'))
    expect(await screen.findByText('Same email address as #1043')).toBeTruthy()
  })

  test('is on paper with what its packer must know, and is packed on the page of the market day', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { user } = openLists('pack')
    expect(await screen.findByText('1 of 2 packed')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /order/ })).toBeNull()
    const market = screen.getByRole('link', { name: 'Pack on the market page' })
    expect(market.getAttribute('href')).toBe('/admin/stall#pack')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const [cora, ed] = [...document.querySelectorAll('.print-slip')].map((one) => one.textContent)
    for (const words of ['CALL FIRST: only 1 of 2 × Farm Eggs', 'If short: call first', 'COLD'])
      expect(cora).toContain(words)
    expect(cora).toContain('Please no plastic bag.')
    expect(ed).toContain('Pickup by Tess Fox · GIFT: no prices in the box')
  })

  test('whose tick did not get through says so', async () => {
    const [first, second] = PACK.orders
    const orders = [first, { ...second, sameBuyerAs: 1043, packedAt: null }]
    const { user } = openLists('pack', {
      [`GET /api/days/${DAY}/pack`]: { body: { ...PACK, orders } },
      'PUT /api/orders/1044/packed-with': 'no connection',
    })
    await user.click(await screen.findByRole('button', { name: /^Pack together, order 1044/ }))
    await expectToast('Not saved, please tap again')
    expect(await screen.findByText('Not saved, tap again')).toBeTruthy()
  })
})

describe('handing over', () => {
  test('is on paper here, and leads to the page of the market day', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { user } = openLists('hand-over')
    expect(await screen.findByText('1 of 2 picked up')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /order/ })).toBeNull()
    const market = screen.getByRole('link', { name: 'Hand out on the market page' })
    expect(market.getAttribute('href')).toBe('/admin/stall#hand-out')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const rows = [...document.querySelectorAll('.print-rows tbody tr')]
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '#1040Kim L. 1 boxpicked up 9:14 AM',
      '#1042Tom B. 1 boxordered by Ann B. · gift',
    ])
  })

  test('at the door has the address and the phone', async () => {
    openLists('delivery')
    const [row] = await screen.findAllByRole('listitem')
    expect(row?.textContent).toContain('27 Cold Brook Road, Hot Springs, SD 57747')
    expect(row?.textContent).toContain('“Ring the bell.”')
    const phone = within(row as HTMLElement).getByRole('link', { name: '(605) 555-0177' })
    expect(phone.getAttribute('href')).toBe('tel:+16055550177')
  })
})
