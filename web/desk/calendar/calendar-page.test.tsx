import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { DeskCalendar, DeskDay } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import type { CalendarPlan } from '#contract/calendar/rules.ts'
import {
  A_QUIET_DAY,
  type Answers,
  BROKEN,
  bodies,
  count,
  EGGS,
  errorAt,
  expectToast,
  openDesk,
} from '#tests/a-desk.tsx'
import { CALENDAR, HOURS, MARKET, NEXT, RULE, SATURDAY, STORE } from '#tests/a-desk-calendar.ts'
import { stateOf } from '#web/desk/calendar/days-view.tsx'

const PLAN: CalendarPlan = {
  ...{ hash: 'a'.repeat(32), isDone: false, id: null, changed: [], removed: [] },
  made: [
    {
      ...{ placeId: 1, day: '2026-12-02', opens: '09:00', closes: '12:00', capacity: null },
      ...{ orderUntil: '2026-12-01T03:00:00.000Z', state: 'open' },
    },
  ],
  kept: [{ id: 7, placeId: 1, day: '2026-11-28', orders: 33, byHand: false }],
}

const DONE = { ...PLAN, isDone: true, id: 2 }
const PLAN_CHANGED = {
  status: 409,
  body: { code: 'plan-changed', message: 'Please look at the days again.' },
}

function openCalendar(part = '', more: Answers = {}, calendar: DeskCalendar = CALENDAR) {
  const answers: Answers = {
    'GET /api/calendar': { body: calendar },
    'GET /api/market-days/7/products': { body: [] },
    ...more,
  }
  return openDesk(answers, part ? `calendar/${part}` : 'calendar')
}

describe('the coming days', () => {
  test('stand by place, with hours, the end of ordering, and how many boxes', async () => {
    vi.setSystemTime('2026-11-20T18:00:00.000Z')
    openCalendar()
    const market = await screen.findByRole('region', { name: 'Farmers market' })
    const [first] = within(market).getAllByRole('listitem')
    expect(first?.textContent).toBe(
      'Saturday, Nov 28, 9am to noonorder by Thursday, 8 PM33 of at most 40 boxesOpen',
    )
    const [atStore] = within(screen.getByRole('region', { name: 'Farm store' })).getAllByRole(
      'listitem',
    )
    expect(atStore?.textContent).toContain('order by Friday, 11:59 PM1 orderEdited by hand')
  })

  test('that are none, and those that could not be loaded, say so', async () => {
    openCalendar('', {}, { ...CALENDAR, days: [] })
    expect(await screen.findByText('No market day is coming.')).toBeTruthy()
  })

  test('can be asked for again', async () => {
    const { user } = openCalendar('', { 'GET /api/calendar': [BROKEN, { body: CALENDAR }] })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Farmers market' })).toBeTruthy()
  })

  test('are added by hand; what is missing keeps the rest and gets the focus', async () => {
    const { user, requests } = openCalendar('', {
      'POST /api/market-days': { status: 201, body: [NEXT] },
    })
    await user.click(await screen.findByRole('button', { name: 'Add a day' }))
    await user.selectOptions(screen.getByLabelText('Place'), 'Farm store')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const day = screen.getByLabelText('Day')
    expect(errorAt(day)).toBe('Please choose a day.')
    expect(document.activeElement).toBe(day)
    await user.type(day, '2026-12-12')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await expectToast('Day added')
    const body = { ...HOURS, placeId: 2, days: ['2026-12-12'], capacity: null }
    expect(bodies(requests, 'POST /api/market-days')).toEqual([body])
  })

  test('that are closed with orders are a red card until each is settled', async () => {
    const orders = [{ id: 128, customerName: 'Marta', customerPhone: '(605) 555-0177' }]
    const left = { id: 7, day: '2026-11-28', placeName: 'Farmers market', orders }
    const { user, requests } = openCalendar('', {
      'GET /api/market-days/unsettled': [
        { body: [{ ...left, opensAt: SATURDAY.opensAt }] },
        { body: [] },
      ],
      'PUT /api/orders/128/settled': { status: 204 },
    })
    const card = await screen.findByRole('region', {
      name: /is closed, and 1 order still stands on it/,
    })
    await user.click(within(card).getByRole('button', { name: 'Settled by phone, order 128' }))
    await expectToast('Order #128 is settled')
    await waitFor(() => expect(screen.queryByText('Marta')).toBeNull())
    expect(bodies(requests, 'PUT /api/orders/128/settled')).toEqual([{ isSettled: true }])
  })
})

/** The code's words for things, which the farm does not use. */
const CODE_TERMS = /capacity|horizon|seat\b|weekday|closure|outbox|null|undefined/i

test('the words of the calendar are the farm’s own', async () => {
  const off = { id: 1, placeId: null, fromDay: '2026-12-24', untilDay: '2026-12-26', message: '' }
  openCalendar('', {}, { ...CALENDAR, closures: [off] })
  for (const [address, title] of [
    ['calendar/new', 'Add a day'],
    ['calendar/day/7/hours', 'Saturday, Nov 28'],
    ['calendar/day/7/close', 'Can’t make it on Saturday, Nov 28?'],
    ['calendar/places/1/rule', 'New weekly day for Farmers market'],
    ['calendar/places/1', 'Edit Farmers market'],
    ['calendar/closed/new', 'Add days off'],
  ] as const) {
    window.location.hash = address
    await screen.findByText(title, { selector: '[role=dialog] h2' })
    expect(document.body.textContent).not.toMatch(CODE_TERMS)
  }
})

const AT_THE_STORE = {
  ...{ day: '2026-11-28', placeName: 'Farm store', opens: '14:00', closes: '17:00' },
  ...{ orderUntil: '2026-11-28T07:00:00.000Z', isNew: false },
}

const WILL = { id: 128, customerName: 'Will Gray', customerPhone: '740 555 0142' }

test('a day is open, closed to orders, over, or does not take place', () => {
  const at = (instant: string, change: Partial<DeskDay> = {}) =>
    stateOf({ ...SATURDAY, ...change }, Date.parse(instant))
  const { orderUntil, closesAt } = SATURDAY
  const before = new Date(Date.parse(orderUntil) - 1).toISOString()
  expect(at(before)).toBe('Open')
  expect(at(orderUntil)).toBe('Closed to orders')
  expect(at(closesAt)).toBe('Over')
  expect(at(before, { state: 'closed' })).toBe('Closed')
})

describe('one day', () => {
  test('is closed in one confirmed step once it is said what happens to its orders, which move to the same day elsewhere', async () => {
    const preview = { orders: 33, people: 33, toCall: [], to: [AT_THE_STORE], confirm: 'hash' }
    const { user, requests } = openCalendar('day/7', {
      'POST /api/market-days/7/close': [
        { body: preview },
        { body: { moved: 33, cancelled: 0, refused: [], left: 0, toCall: [] } },
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Call off or move' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(screen.getByRole('alert').textContent).toBe('Please choose what happens to them.')
    expect(bodies(requests, 'POST /api/market-days/7/close')).toEqual([])
    await user.click(screen.getByRole('radio', { name: /Same day at Farm store/ }))
    expect(screen.queryByRole('alert')).toBeNull()
    const text =
      'Farmers market on Saturday, Nov 28 is called off. Please pick up your order the same day at Farm store, 2pm to 5pm.'
    expect(screen.getByLabelText<HTMLTextAreaElement>(/What buyers read/).value).toBe(text)
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('Every buyer gets an email.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Move 33 orders to Sat, Nov 28' }))
    await expectToast('The day is closed, 33 orders moved')
    const [seen, done] = bodies(requests, 'POST /api/market-days/7/close')
    expect(seen).toMatchObject({ moveTo: 8, cancelRest: false, message: text })
    expect(done).toEqual({ ...(seen as object), confirm: 'hash' })
  })

  test('moves both places to another date in six taps, with who is told and who is to be called', async () => {
    const stop = { ...AT_THE_STORE, day: '2026-11-29', isNew: true }
    const to = [{ ...stop, placeName: 'Farmers market', opens: '09:00', closes: '12:00' }, stop]
    const over = { code: 'invalid', field: 'moveTo.day', message: 'That market day is over.' }
    const { user, requests } = openCalendar('day/7', {
      'POST /api/market-days/7/close': [
        { status: 400, body: over },
        { body: { orders: 34, people: 33, toCall: [WILL], to, confirm: 'hash' } },
        { body: { moved: 34, cancelled: 0, refused: [], left: 0, toCall: [] } },
      ],
    })
    let taps = 0
    const tap = async (what: HTMLElement) => {
      taps++
      await user.click(what)
    }
    await tap(await screen.findByRole('button', { name: 'Call off or move' }))
    const places = screen.getAllByRole<HTMLInputElement>('checkbox')
    expect(places.map(({ checked }) => checked)).toEqual([true, true])
    await tap(screen.getByRole('radio', { name: /Another date/ }))
    const date = screen.getByLabelText<HTMLInputElement>('New date')
    // The day after, when a storm has usually passed.
    expect(date.value).toBe('2026-11-29')
    const words = screen.getByLabelText<HTMLTextAreaElement>(/What buyers read/).value
    expect(words).toBe(
      'Farmers market and Farm store on Saturday, Nov 28 are called off. Your order will be ready on Sunday, Nov 29 instead.',
    )
    await tap(screen.getByRole('button', { name: 'Preview' }))
    await waitFor(() => expect(errorAt(date)).toBe('That market day is over.'))
    expect(date.value).toBe('2026-11-29')
    await tap(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('33 people get an email.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Text 740 555 0142' }).getAttribute('href')).toBe(
      'sms:+17405550142',
    )
    await tap(screen.getByRole('button', { name: 'Move 34 orders to Sun, Nov 29' }))
    await expectToast('The day is closed, 34 orders moved')
    expect(taps).toBeLessThanOrEqual(6)
    const sent = bodies(requests, 'POST /api/market-days/7/close')
    expect(sent.at(-1)).toMatchObject({
      ...{ with: [8], moveTo: { day: '2026-11-29' }, message: words, confirm: 'hash' },
    })
  })

  test('takes other hours for one place, and a place that stays', async () => {
    const { user, requests } = openCalendar('day/7', {
      'POST /api/market-days/7/close': {
        body: { orders: 33, people: 33, toCall: [], to: [AT_THE_STORE], confirm: 'hash' },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Call off or move' }))
    await user.click(screen.getByRole('checkbox', { name: 'Farm store' }))
    await user.click(screen.getByRole('radio', { name: /Another date/ }))
    await user.selectOptions(screen.getByLabelText('Hours'), 'Other hours')
    const from = screen.getByLabelText('From')
    await user.clear(from)
    await user.type(from, '11:00')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await screen.findByText('Every buyer gets an email.')
    const [sent] = bodies(requests, 'POST /api/market-days/7/close')
    const { capacity: _, ...hours } = HOURS
    expect(sent).toMatchObject({
      moveTo: { day: '2026-11-29', hours: [{ marketDayId: 7, ...hours, opens: '11:00' }] },
    })
    expect(sent).not.toHaveProperty('with')
  })

  test('whose orders changed meanwhile is looked at again', async () => {
    const preview = { orders: 33, people: 32, toCall: [WILL], to: [], confirm: 'old' }
    const { user } = openCalendar('day/7', {
      'POST /api/market-days/7/close': [
        { body: preview },
        PLAN_CHANGED,
        { body: { ...preview, orders: 34, confirm: 'new' } },
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Call off or move' }))
    await user.click(screen.getByRole('radio', { name: /Cancel all/ }))
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('32 people get an email.')).toBeTruthy()
    expect(screen.queryByText('Every buyer gets an email.')).toBeNull()
    const phone = screen.getByRole('link', { name: 'Call 740 555 0142' })
    expect(phone.closest('li')?.textContent).toContain('Will Gray')
    await user.click(screen.getByRole('button', { name: 'Cancel the orders' }))
    expect(await screen.findByText(/^34 orders: Cancel all/)).toBeTruthy()
    expect(screen.getByText(/Somebody ordered or canceled in the meantime/)).toBeTruthy()
  })

  test('has one text to everybody, after it was shown how many that are', async () => {
    const { user, requests } = openCalendar('day/7', {
      'POST /api/market-days/7/message': { body: { people: 33, queued: 33, toCall: [] } },
    })
    await user.click(await screen.findByRole('button', { name: 'Email everyone' }))
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    const field = screen.getByLabelText(/^Message/)
    expect(errorAt(field)).toBe('Please write a message.')
    expect(document.activeElement).toBe(field)
    await user.type(field, 'We are late.')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await user.click(await screen.findByRole('button', { name: 'Send to 33 people' }))
    await expectToast('Emailed 33 people')
    const [seen, sent] = bodies(requests, 'POST /api/market-days/7/message')
    expect(sent).toEqual({ ...(seen as object), preview: false })
  })

  test('with people that no email reaches leads to the list of whom to call, where each is ticked off once for all their orders', async () => {
    const one = {
      ...{ orderId: 128, about: 'a', kind: 'moved', day: '2026-11-28', placeName: 'Farm store' },
      ...{ message: 'Snow.', customerName: 'Will Gray', customerPhone: '740 555 0142' },
      ...{ at: '2026-11-20T12:00:00.000Z', calledAt: null, calledBy: null },
    }
    const open = [one, { ...one, orderId: 130 }]
    const made = { calledAt: '2026-11-20T13:00:00.000Z', calledBy: 'Hanna' }
    const done = open.map((call) => ({ ...call, ...made }))
    const toCall = [WILL, { ...WILL, id: 130 }]
    const { user, requests } = openCalendar('day/7', {
      'POST /api/market-days/7/close': [
        { body: { orders: 33, people: 32, toCall, to: [AT_THE_STORE], confirm: 'hash' } },
        { body: { moved: 33, cancelled: 0, refused: [], left: 0, toCall } },
      ],
      'GET /api/calls': [{ body: { open, done: [] } }, { body: { open: [], done } }],
      'PUT /api/calls': { body: { open: [], done } },
    })
    await user.click(await screen.findByRole('button', { name: 'Call off or move' }))
    await user.click(screen.getByRole('radio', { name: /Same day at Farm store/ }))
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText(/Please call 1 person;/)).toBeTruthy()
    const phone = screen.getByRole('link', { name: 'Call 740 555 0142' })
    expect(phone.closest('li')?.textContent).toContain('Will Gray #128 and #130')
    await user.click(await screen.findByRole('button', { name: /^Move 33 orders/ }))
    const called = { name: 'Called Will Gray, orders 128 and 130' }
    await user.click(await screen.findByRole('button', called))
    const [first, second] = [128, 130].map((orderId) => ({ orderId, about: 'a' }))
    expect(bodies(requests, 'PUT /api/calls')).toEqual([{ calls: [first, second], isCalled: true }])
    expect(screen.queryByRole('button', { name: /I called all/ })).toBeNull()
    expect(await screen.findByText(/^Hanna, /)).toBeTruthy()
  })

  test('takes other hours, which are sent with what was loaded', async () => {
    const { user, requests } = openCalendar('day/7', {
      'PUT /api/market-days/7': { body: SATURDAY },
    })
    await user.click(await screen.findByRole('button', { name: 'Change hours' }))
    const boxes = screen.getByLabelText(/Boxes/)
    await user.clear(boxes)
    await user.type(boxes, 'many')
    await user.click(screen.getByRole('button', { name: 'Save this day' }))
    expect(errorAt(boxes)).toBe('Please enter a whole number of boxes.')
    expect(document.activeElement).toBe(boxes)
    await user.clear(boxes)
    await user.type(boxes, '50')
    await user.click(screen.getByRole('button', { name: 'Save this day' }))
    await expectToast('Day changed')
    expect(bodies(requests, 'PUT /api/market-days/7')).toEqual([
      { capacity: 50, base: { capacity: 40 } },
    ])
  })
})

describe('a rule', () => {
  test('is four questions, then its plan, which is confirmed; a changed plan is shown anew', async () => {
    const other = { ...PLAN, hash: 'b'.repeat(32), made: [] }
    const { user, requests } = openCalendar('places', {
      'POST /api/day-rules': [
        { body: PLAN },
        PLAN_CHANGED,
        { body: other },
        { body: { ...DONE, hash: other.hash } },
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Add a weekly day to Farm store' }))
    await user.selectOptions(screen.getByLabelText('Day of the week'), 'Wednesday')
    await user.type(screen.getByLabelText(/Every year from/), 'May 2')
    await user.type(screen.getByLabelText(/Every year until/), '10/31')
    await user.click(screen.getByRole('button', { name: 'See what changes' }))
    const made = await screen.findByRole('region', { name: 'New days' })
    expect(made.textContent).toContain(
      'Wednesday, Dec 2, Farmers market · 9am to noon · order by Monday, 8 PM',
    )
    expect(screen.getByText('Saturday, Nov 28, Farmers market · 33 orders')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save schedule' }))
    expect(await screen.findByText(/This is the new plan/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save schedule' }))
    await expectToast('Schedule saved')
    const sent = bodies(requests, 'POST /api/day-rules')
    expect(sent).toHaveLength(4)
    expect(sent[0]).toEqual({
      ...{ ...HOURS, placeId: 2, weekday: 3, everyWeeks: 1, lastDay: null, capacity: null },
      ...{ seasonFrom: '05-02', seasonUntil: '10-31' },
    })
    expect(sent.at(-1)).toMatchObject({ confirm: other.hash })
  })

  test('that is deleted shows which days go with it', async () => {
    const url = 'DELETE /api/day-rules/1'
    const { user, requests } = openCalendar('places', {
      [url]: { body: { ...PLAN, made: [] } },
      [`${url}?confirm=${PLAN.hash}`]: { body: DONE },
    })
    expect(
      await screen.findByText(/order limit 40 boxes · May 2 to October 31 every year/),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Delete Every Saturday/ }))
    expect(await screen.findByText('No coming day changes.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Delete the rule' }))
    await expectToast('Rule deleted')
    expect(count(requests, `${url}?confirm=${PLAN.hash}`)).toBe(1)
  })
})

describe('a place', () => {
  test('is changed by what was typed alone, and says what is wrong at its field', async () => {
    const { user, requests } = openCalendar('places', {
      'PUT /api/places/1': { body: MARKET },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Farmers market' }))
    const map = screen.getByLabelText(/Link to a map/)
    await user.type(map, 'maps')
    await user.click(screen.getByRole('button', { name: 'Save this place' }))
    expect(errorAt(map)).toBe('Please enter a link that starts with https://.')
    expect(document.activeElement).toBe(map)
    await user.clear(map)
    await user.type(map, 'https://maps.example/1')
    await user.click(screen.getByRole('button', { name: 'Save this place' }))
    await expectToast('Place saved')
    expect(bodies(requests, 'PUT /api/places/1')).toEqual([
      { mapUrl: 'https://maps.example/1', base: { mapUrl: '' } },
    ])
  })

  test('of delivery takes its ZIP codes as they are typed', async () => {
    const { user, requests } = openCalendar('places', {
      'POST /api/places': { status: 201, body: STORE },
    })
    await user.click(await screen.findByRole('button', { name: 'Add a place' }))
    await user.selectOptions(screen.getByLabelText('Kind'), 'We deliver to these ZIP codes')
    await user.type(screen.getByLabelText('Name'), 'Black Hills')
    await user.type(screen.getByLabelText(/ZIP codes/), '57747 57735')
    await user.type(screen.getByLabelText(/^Town/), 'Hot Springs, SD')
    await user.click(screen.getByRole('button', { name: 'Save this place' }))
    await expectToast('Place added')
    expect(bodies(requests, 'POST /api/places')[0]).toMatchObject({
      ...{ kind: 'delivery', zips: '57747 57735', address: 'Hot Springs, SD' },
    })
  })

  test('is given up after a question', async () => {
    const { user, requests } = openCalendar('places', {
      'PUT /api/places/2': { body: STORE },
    })
    await user.click(await screen.findByRole('button', { name: 'Remove Farm store' }))
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await expectToast('Place removed')
    expect(bodies(requests, 'PUT /api/places/2')).toEqual([
      { isRetired: true, base: { isRetired: false } },
    ])
  })
})

describe('days off', () => {
  test('show what they close, and are confirmed', async () => {
    const { user, requests } = openCalendar('closed', {
      'POST /api/closures': [{ body: PLAN }, { body: DONE }],
    })
    await user.click(await screen.findByRole('button', { name: 'Add days off' }))
    await user.click(screen.getByRole('button', { name: 'See what changes' }))
    const day = screen.getByLabelText('First day')
    expect(errorAt(day)).toBe('Please choose the first day.')
    expect(document.activeElement).toBe(day)
    await user.type(day, '2026-12-24')
    await user.click(screen.getByRole('button', { name: 'See what changes' }))
    await user.click(await screen.findByRole('button', { name: 'Close these days' }))
    await expectToast('Days off saved')
    const draft = { placeId: null, fromDay: '2026-12-24', untilDay: '2026-12-24', message: '' }
    expect(bodies(requests, 'POST /api/closures')).toEqual([
      draft,
      { ...draft, confirm: PLAN.hash },
    ])
  })
})

describe('the pause', () => {
  test('is asked about before it begins; why, and until when, may be changed after, and every part of the desk says that it is on', async () => {
    const message = 'We are not taking orders right now.'
    const pause = { message, since: '2026-11-20T18:05:00.000Z', resumesAt: null }
    const answers = {
      'GET /api/calendar': [{ body: CALENDAR }, { body: { ...CALENDAR, pause } }],
      'GET /api/today': [
        { body: A_QUIET_DAY },
        { body: { ...A_QUIET_DAY, pausedSince: pause.since } },
      ],
      'PUT /api/pause': { body: { pause } },
    }
    const { user, requests } = openDesk(answers, 'calendar')
    await user.click(await screen.findByRole('button', { name: 'Stop taking orders' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Stop taking orders?' }))
    expect(
      asked.getByText(/Customers can look but not order until you turn it back on\./),
    ).toBeTruthy()
    expect(bodies(requests, 'PUT /api/pause')).toEqual([])
    await user.click(asked.getByRole('button', { name: 'Stop taking orders' }))
    await expectToast('Ordering is off')
    expect(bodies(requests, 'PUT /api/pause')).toEqual([
      { isPaused: true, message, resumesAt: null },
    ])
    await user.click(await screen.findByRole('button', { name: 'Change message or end date' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'While ordering is off' }))
    await user.clear(dialog.getByLabelText(/What customers read/))
    await user.type(dialog.getByLabelText(/What customers read/), 'Calving.')
    await user.type(dialog.getByLabelText(/Until when/), '2026-11-28T08:00')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await expectToast('Customers read it now')
    expect(bodies(requests, 'PUT /api/pause')[1]).toEqual({
      ...{ isPaused: true, message: 'Calving.', resumesAt: '2026-11-28T15:00:00.000Z' },
    })
    window.location.hash = 'products'
    expect(await screen.findByRole('link', { name: /^Ordering is off since/ })).toBeTruthy()
  })

  test('is told on the first screen until it is ended', async () => {
    const pause = { message: 'Calving.', since: '2026-11-20T18:05:00.000Z', resumesAt: null }
    const { user, requests } = openDesk({
      'GET /api/calendar': [{ body: { ...CALENDAR, pause } }, { body: CALENDAR }],
      'PUT /api/pause': { body: { pause: null } },
    })
    expect(await screen.findByText('Customers read: “Calving.”')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Turn ordering back on' }))
    await expectToast('Ordering is back on')
    expect(bodies(requests, 'PUT /api/pause')).toEqual([{ isPaused: false, message: null }])
    await waitFor(() => expect(screen.queryByText(/^Ordering is off since/)).toBeNull())
  })
})

test('a zone without ZIP codes covers the farm’s own state', async () => {
  const zone: DeskPlace = { ...STORE, id: 3, kind: 'delivery', name: 'Delivery' }
  openCalendar('places', {}, { ...CALENDAR, places: [zone] })
  expect(
    await screen.findByText('Buyers anywhere in South Dakota can order for delivery.'),
  ).toBeTruthy()
})

describe('what the calendar needs before the first market day', () => {
  const fresh = { ...RULE, orderDays: 0, orderTime: '00:00' }
  const zone: DeskPlace = { ...STORE, id: 3, kind: 'delivery', name: 'Delivery' }

  test('name what a fresh shop has not said, and take Thursday 8 PM with one tap', async () => {
    const market = { ...MARKET, address: '', rules: [fresh] }
    const { user, requests } = openCalendar(
      '',
      { 'PUT /api/day-rules/1': [{ body: PLAN }, { body: DONE }] },
      { ...CALENDAR, places: [market, STORE, zone] },
    )
    const card = within(await screen.findByRole('region', { name: 'Before the first market day' }))
    expect(
      await card.findByText('Buyers anywhere in South Dakota can order for delivery.'),
    ).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Order by Thursday, 8 PM' }))
    await expectToast(
      'Buyers order by Thursday, 8 PM',
      'Days with orders keep their time: Saturday, Nov 28.',
    )
    const change = { orderDays: 2, orderTime: '20:00', base: { orderDays: 0, orderTime: '00:00' } }
    expect(bodies(requests, 'PUT /api/day-rules/1')).toEqual([
      change,
      { ...change, confirm: PLAN.hash },
    ])
    await user.click(card.getByRole('button', { name: 'Say which ZIP codes you deliver to' }))
    expect(document.activeElement).toBe(await screen.findByLabelText(/^ZIP codes/))
    await user.keyboard('{Escape}')
    await user.click(card.getByRole('button', { name: 'Add an address for the farmers market' }))
    expect(await screen.findByRole('dialog', { name: 'Edit Farmers market' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(/^Address/))
  })

  test('are over once all of it is said', async () => {
    openCalendar('')
    await screen.findByRole('region', { name: 'Farmers market' })
    expect(screen.queryByText('Before the first market day')).toBeNull()
  })
})

describe('the order of places', () => {
  test('is the farmer’s: a button moves a place, and keeps the focus', async () => {
    const before = { ...CALENDAR, places: [MARKET, STORE] }
    const after = {
      ...CALENDAR,
      places: [
        { ...STORE, position: 1 },
        { ...MARKET, position: 2 },
      ],
    }
    const { user, requests } = openCalendar('places', {
      'GET /api/calendar': [{ body: before }, { body: after }],
      'PUT /api/places/2': { body: after.places[0] },
    })
    const up = await screen.findByRole('button', { name: 'Move Farm store up' })
    const top = screen.getByRole('button', { name: 'Move Farmers market up' })
    expect(top.getAttribute('aria-disabled')).toBe('true')
    up.focus()
    await user.keyboard('{Enter}')
    await expectToast('Farm store moved up')
    const change = { position: 1, base: { position: 2 } }
    expect(bodies(requests, 'PUT /api/places/2')).toEqual([change])
    await waitFor(() => {
      const names = screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)
      expect(names).toEqual(['Farm store', 'Farmers market'])
    })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Farm store up' }))
    await user.keyboard('{Enter}')
    expect(bodies(requests, 'PUT /api/places/2')).toHaveLength(1)
  })
})

describe('another time zone', () => {
  test('leaves days with orders alone, and says which before and after', async () => {
    const { user } = openCalendar('day/8')
    expect(
      await screen.findByText(/it opens at 9 AM by your clock now\. To open at 2pm by your clock/),
    ).toBeTruthy()
    window.location.hash = 'settings'
    await user.click(await screen.findByRole('button', { name: 'Edit Time zone' }))
    const links = screen.getAllByRole('link', { name: /, Saturday, Nov 28$/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '#calendar/day/7',
      '#calendar/day/8',
    ])
  })
})

describe('at most how many of a product on one day', () => {
  const BAGELS = {
    ...{ productId: 5, name: 'Bagels', ordered: 12, orderedForOthers: 20 },
    ...{ forSale: 52, most: 64, isOwnMost: false },
  }
  const PATH = '/api/market-days/7/limits'

  test('stands beside what is ordered and still for sale, and the day gets its own number', async () => {
    const { user, requests } = openCalendar('day/7', {
      'GET /api/market-days/7/products': [
        { body: [BAGELS] },
        { body: [{ ...BAGELS, most: 30, forSale: 18, isOwnMost: true }] },
      ],
      [`PUT ${PATH}`]: { body: { productId: 5, most: 30 } },
    })
    const change = await screen.findByRole('button', { name: /^At most 64 of Bagels/ })
    expect(change.closest('tr')?.textContent).toBe(
      'Bagels12 this dayAt most 6420 other days52 for sale',
    )
    await user.click(change)
    const most = within(await screen.findByRole('dialog')).getByLabelText(/^At most/)
    await user.clear(most)
    await user.type(most, '30')
    await user.click(screen.getByRole('button', { name: 'Save this number' }))
    await expectToast('Number saved')
    expect(bodies(requests, `PUT ${PATH}`)).toEqual([
      { productId: 5, most: 30, base: { most: 64 } },
    ])
    const changed = await screen.findByRole('button', { name: /^At most 30 of Bagels/ })
    expect(changed.textContent).toBe('At most 30 this day only')
  })

  test('is set for a product that nobody has ordered yet, which must be chosen first', async () => {
    const { user, requests } = openCalendar('day/7', { [`PUT ${PATH}`]: { body: {} } })
    await user.click(await screen.findByRole('button', { name: 'Limit a product on this day' }))
    await user.type(within(await screen.findByRole('dialog')).getByLabelText(/^At most/), '0')
    await user.click(screen.getByRole('button', { name: 'Save this number' }))
    const product = screen.getByLabelText('Product')
    expect(errorAt(product)).toBe('Please choose a product.')
    await user.selectOptions(product, EGGS.name)
    await user.click(screen.getByRole('button', { name: 'Save this number' }))
    await expectToast('Number saved')
    expect(bodies(requests, `PUT ${PATH}`)).toEqual([
      { productId: EGGS.id, most: 0, base: { most: null } },
    ])
  })
})
