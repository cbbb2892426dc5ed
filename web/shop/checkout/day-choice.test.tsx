import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { Receipt } from '#contract/orders/receipts.ts'
import { aCalendar, aCheckout, aZone, EGGS, INTENT, NO_ANSWER } from '#tests/a-checkout.tsx'
import { A_RECEIPT } from '#tests/a-receipt.ts'
import { addingTo, startAdding } from '#web/shop/cart/adding-store.ts'

const { answers, fillIn, keepCart, openFilledCheckout, pay, sent, set, toastShown } = aCheckout()

const DAYS = 'GET /api/market-days'
const orderData = () => (sent[0]?.body.basket as { orderData: object } | undefined)?.orderData

test('the day that was shown is the day that is ordered for', async () => {
  await fillIn()
  const legend = 'Choose your pickup spot for Saturday, Nov 28'
  expect(screen.getByRole('group', { name: legend })).toBeTruthy()
  expect(screen.getByText('Saturday 2pm to 5pm · order by Friday, Nov 27, 11:59 PM')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Someone else is picking it up' }))
  set(/^Who’s picking it up\?/, 'Grandpa')
  expect(screen.queryByLabelText(/^Recipient’s name/)).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'This is a gift' }))
  set(/^Recipient’s name/, 'Ruth Gray')
  set(/^Message/, 'Get well!')
  expect(screen.queryByLabelText(/^Recipient’s phone/)).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'No prices in the box' }))
  await userEvent.click(screen.getByRole('button', { name: 'If we run out of something' }))
  const request = screen.getByLabelText(/^If we run out of something/)
  await userEvent.selectOptions(request, 'Swap in something similar (no extra charge)')
  await pay()
  expect(orderData()).toMatchObject({
    pickupLocation: 'farm_store',
    day: '2026-11-28',
    pickupName: 'Grandpa',
    isGift: true,
    giftTo: 'Ruth Gray',
    giftMessage: 'Get well!',
    giftPrices: true,
    ifShort: 'substitute',
  })
})

const SECRET = 'pO4mXw1Zk7Vt0_s-9bQfaA'
const FIRST: Receipt = { ...A_RECEIPT, id: 41, confirmation: null }

const openToAdd = async (first: Partial<Receipt> = {}) => {
  answers[`GET /api/receipts/${SECRET}`] = [{ body: { ...FIRST, ...first } }]
  startAdding({ secret: SECRET, label: 'order #41 for Saturday, Nov 28' })
  await openFilledCheckout()
  await screen.findByRole('heading', { name: 'Adding to order #41' })
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada Miller')
  set('Email', 'ada@example.com')
  await userEvent.click(await screen.findByRole('button', { name: /^Visa/ }))
}

describe('what is added to an order', () => {
  test('is for its place and day, which are not asked for, and is over once it is placed', async () => {
    await openToAdd()
    expect(screen.queryByRole('radio', { name: /Farm store/ })).toBeNull()
    expect(
      screen.getAllByText('Pickup: Saturday, Nov 28, 9am to noon, Farmers market'),
    ).toBeTruthy()
    await pay()
    expect(orderData()).toMatchObject({
      ...{ addTo: SECRET, pickupLocation: 'farmers_market', day: '2026-11-28', total: 11 },
      ...{ deliveryMethod: 'pickup', shippingAddress: null },
    })
    expect(addingTo()).toBeNull()
  })

  test('to a delivery goes to its address, below the minimum and without a fee', async () => {
    const to = { address: '1 Elm St', city: 'Custer', state: 'SD', zipCode: '57730' }
    await openToAdd({ deliveryMethod: 'shipping', shippingAddress: to, place: null })
    expect(screen.getByText(/1 Elm St/)).toBeTruthy()
    // The fee was removed a moment ago, when the page opened.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000)
    await pay()
    expect(orderData()).toMatchObject({
      ...{ addTo: SECRET, deliveryMethod: 'shipping', shippingAddress: to, total: 11 },
    })
  })

  test('that is refused keeps the cart, says why, and may become an order of its own', async () => {
    await openToAdd()
    const message = 'Order #41 has left the farm already.'
    answers[`POST /api/${INTENT}`] = [
      { status: 409, body: { code: 'change-impossible', message } },
      { body: { status: 'requires_confirmation', client_secret: 'sbx_secret' } },
    ]
    await pay()
    expect(toastShown()).toMatchObject({ description: message })
    await userEvent.click(screen.getByRole('button', { name: 'Make it a separate order' }))
    expect(addingTo()).toBeNull()
    sent.length = 0
    await userEvent.click(await screen.findByRole('radio', { name: /Farm store/ }))
    await pay()
    expect(orderData()).toMatchObject({ pickupLocation: 'farm_store', total: 11 })
    expect(orderData()).not.toHaveProperty('addTo')
  })
})

test('without the market days the places can be chosen, and no day is named', async () => {
  answers[DAYS] = [{ status: 503, body: {} }]
  await fillIn()
  await pay()
  expect(orderData()).toMatchObject({ pickupLocation: 'farm_store' })
  expect(orderData()).not.toHaveProperty('day')
  expect(orderData()).not.toHaveProperty('ifShort')
})

test('one place on one day is no choice', async () => {
  const { places, days, pause } = aCalendar()
  answers[DAYS] = [{ body: { places, days: days.slice(1), pause } }]
  await openFilledCheckout()
  const name = 'Pickup on Saturday, Nov 28'
  expect(await screen.findByRole('group', { name })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /Farm store/ })).toBeNull()
})

test('a day that filled up is said at the choice, keeps what was typed and makes room for the next', async () => {
  const message = 'Farm store takes no more orders. The next day with room is Saturday, December 5.'
  answers[`POST /api/${INTENT}`] = [
    { status: 409, body: { code: 'day-full', message, field: 'orderData.day' } },
  ]
  const next = { day: '2026-12-05', opensAt: '2026-12-05T21:00:00.000Z' }
  answers[DAYS] = [{ body: aCalendar() }, { body: aCalendar(next) }]
  await fillIn()
  await pay()
  expect(await screen.findByRole('radio', { name: /Saturday, Dec 5 · Farm store/ })).toBeTruthy()
  expect(screen.getByText(message, { selector: 'p' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada Buyer')
})

test('a full day and a closed one say so and cannot be chosen; a pause speaks in the farmer’s words', async () => {
  const closed = { state: 'closed', message: 'Snow: no market.' } as const
  answers[DAYS] = [{ body: { ...aCalendar(closed), pause: 'Back on Monday.' } }]
  await openFilledCheckout()
  const store = await screen.findByRole<HTMLInputElement>('radio', { name: /Snow: no market/ })
  expect(store.disabled).toBe(true)
  expect(screen.getAllByText('Back on Monday.')).toHaveLength(2)
})

test('where we do not deliver, the ZIP code says so, with one tap to pickup', async () => {
  const message = 'We deliver to 57747. Please choose pickup.'
  const field = 'orderData.shippingAddress.zipCode'
  answers[`POST /api/${INTENT}`] = [
    { status: 400, body: { code: 'delivery-not-here', message, field } },
  ]
  keepCart(4)
  await fillIn()
  await userEvent.click(screen.getByRole('radio', { name: /^Delivery/ }))
  expect(screen.getByText('We’ll call or email to set your delivery day.')).toBeTruthy()
  set('Street address', '1 Main Street')
  set('City', 'Anchorage')
  await userEvent.type(screen.getByLabelText('ZIP code'), '99501')
  await pay()
  expect(document.activeElement).toBe(screen.getByLabelText('ZIP code'))
  await userEvent.click(screen.getByRole('button', { name: 'Pick it up instead' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Pickup/ }).checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('ZIP code').value).toBe('99501')
})

const ZONE = 'GET /api/delivery-zones/57747'

type Terms = { fee: number; minimum: number }

/** At delivery in the checkout: Custer on Wednesdays, Hermosa by agreement. */
async function openDelivery(days = ['2026-12-02', '2026-12-09'], delivery?: Terms[]) {
  const [custer, hermosa] = [aZone('Custer', days), aZone('Hermosa', null)]
  const { places, days: pickupDays } = aCalendar()
  const pickup = places.filter(({ kind }) => kind === 'pickup')
  const calendar = {
    places: [
      ...pickup,
      ...[...custer.places, ...hermosa.places].map((place, index) => ({
        ...place,
        delivery: delivery?.[index],
      })),
    ],
    days: [...pickupDays, ...custer.days],
    today: '2026-11-20',
    pause: null,
    isSeeded: false,
  }
  answers[DAYS] = [{ body: calendar }]
  answers[ZONE] = [{ body: { placeKey: 'Custer' } }]
  keepCart(4)
  await fillIn()
  await userEvent.click(screen.getByRole('radio', { name: /^Delivery/ }))
  set('Street address', '1 Main Street')
  set('City', 'Custer')
  return calendar
}

const typeZip = (zip: string) => userEvent.type(screen.getByLabelText('ZIP code'), zip)

test('five digits of the ZIP code show the days of its zone, and the chosen one is ordered for', async () => {
  await openDelivery()
  expect(screen.getByText('Enter your ZIP code to see when we deliver.')).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^Delivery \$5\.00, Custer, Hermosa/ })).toBeTruthy()
  await typeZip('57747-12')
  expect(await screen.findByRole('group', { name: 'When should we deliver it?' })).toBeTruthy()
  const second = screen.getByRole('radio', { name: /^Wednesday, Dec 9\s*3pm to 6pm · order by/ })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Dec 2/ }).checked).toBe(true)
  await userEvent.click(second)
  expect(screen.getByText('Delivery: Wednesday, Dec 9, 3pm to 6pm, Custer')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('ZIP code'))
  await typeZip('57747')
  await pay()
  expect(orderData()).toMatchObject({ deliveryMethod: 'shipping', day: '2026-12-09' })
  expect(orderData()).not.toHaveProperty('pickupName')
})

test('a zone’s only day is no choice; one without days asks for the phone and says why', async () => {
  await openDelivery(['2026-12-02'])
  answers['GET /api/delivery-zones/57744'] = [{ body: { placeKey: 'Hermosa' } }]
  await typeZip('57747')
  expect(await screen.findByRole('group', { name: /^We deliver it on Wed.*Dec 2/ })).toBeTruthy()
  expect(screen.getByText('We’ll only call about this order.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('ZIP code'), '{Backspace}4')
  expect(await screen.findByText('We’ll call or email to set the day.')).toBeTruthy()
  expect(screen.getByText('We’ll call or email to set your delivery day.')).toBeTruthy()
  await pay()
  expect(orderData()).not.toHaveProperty('day')
  expect(orderData()).toMatchObject({ customerPhone: null })
})

test('a ZIP code outside the zones is answered at once at its field; one tap to pickup loses nothing', async () => {
  await openDelivery()
  const message = 'We deliver to 57747, 57744. Please choose pickup.'
  const refusal = { code: 'delivery-not-here', message }
  answers['GET /api/delivery-zones/99501'] = [{ status: 400, body: refusal }]
  await typeZip('99501')
  expect(await screen.findByText(message, { selector: 'p' })).toBeTruthy()
  const field = screen.getByLabelText('ZIP code')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Pick it up instead' }))
  const pickup = screen.getByRole<HTMLInputElement>('radio', { name: /^Pickup/ })
  expect(document.activeElement).toBe(pickup)
  expect([pickup.checked, screen.getByLabelText<HTMLInputElement>('City').value]).toEqual([
    true,
    'Custer',
  ])
  await pay()
  expect(orderData()).toMatchObject({ pickupLocation: 'farm_store', day: '2026-11-28' })
})

test('delivery days that could not be looked up are looked for again', async () => {
  await openDelivery()
  answers[ZONE] = [NO_ANSWER, { body: { placeKey: 'Custer' } }]
  await typeZip('57747')
  expect(await screen.findByText('We couldn’t look up your delivery days.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radio', { name: /Dec 2/ })).toBeTruthy()
})

test('a day that ends while the form is filled in moves on, says so, and is not paid for by a press that was under way', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(60_000)
  const client = await fillIn()
  const next = { day: '2026-12-05', opensAt: '2026-12-05T21:00:00.000Z' }
  await act(async () => client.setQueryData(['/api/market-days'], aCalendar(next)))
  const text =
    'Ordering for Saturday, Nov 28 has ended. We switched you to Saturday, Dec 5; you can choose another day.'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada Buyer')
  clock.mockReturnValue(60_400)
  await pay()
  expect([sent, screen.queryByText(text)]).toEqual([[], expect.anything()])
  expect(toastShown()).toMatchObject({ title: 'Your day has changed' })
  clock.mockReturnValue(61_500)
  await pay()
  expect(orderData()).toMatchObject({ pickupLocation: 'farm_store', day: '2026-12-05' })
  expect(screen.queryByText(text)).toBeNull()
})

test('a day that fills up or is called off is named, and where no other is left one is to choose', async () => {
  const client = await fillIn()
  const set = (store: Parameters<typeof aCalendar>[0]) =>
    act(async () => client.setQueryData(['/api/market-days'], aCalendar(store)))
  await set({ state: 'full' })
  expect(
    await screen.findByText(
      'Saturday, Nov 28 at Farm store just filled up. Please choose another day.',
    ),
  ).toBeTruthy()
  await set({ state: 'closed', message: 'Snow.' })
  expect(
    await screen.findByText(
      'Saturday, Nov 28 at Farm store is off: Snow. Please choose another day.',
    ),
  ).toBeTruthy()
  await pay()
  expect(sent).toEqual([])
  expect(screen.getByText('Please choose a pickup location.')).toBeTruthy()
})

test('off season the checkout says when the farm opens again', async () => {
  const { places } = aCalendar()
  const closed = places.map((place) => ({ ...place, opensAgain: '2027-05-02' }))
  answers[DAYS] = [{ body: { places: closed, days: [], pause: null } }]
  await openFilledCheckout()
  expect(await screen.findByText('We open again on May 2.')).toBeTruthy()
  expect(screen.getByText('We open again on May 2')).toBeTruthy()
})

test('the ZIP code says what delivery costs, and another one is there where that asks for more', async () => {
  const terms = [
    { fee: 3, minimum: 10 },
    { fee: 8, minimum: 40 },
  ]
  await openDelivery(['2026-12-02'], terms)
  answers['GET /api/delivery-zones/57744'] = [{ body: { placeKey: 'Hermosa' } }]
  const total = () => screen.getByRole('button', { name: /^Pay/ }).textContent
  const differ = 'We deliver to Custer, Hermosa for $3.00 to $8.00, depending on your ZIP code.'
  expect(screen.getByText(differ)).toBeTruthy()
  // Four dozen at $5.50, plus the default fee until the ZIP code is known.
  expect(total()).toContain('$27.00')
  await typeZip('57747')
  expect(await screen.findByText('We deliver to 57747 for $3.00.')).toBeTruthy()
  expect(total()).toContain('$25.00')
  await userEvent.type(screen.getByLabelText('ZIP code'), '{Backspace}4')
  const changed = 'Changed to pickup: delivery to 57744 has a $40 minimum.'
  expect(await screen.findByText(new RegExp(changed.replaceAll('$', '\\$')))).toBeTruthy()
  expect(total()).toContain('$22.00')
  await userEvent.click(screen.getByRole('button', { name: 'Use another ZIP code' }))
  await typeZip('57747')
  expect(await screen.findByText('We deliver to 57747 for $3.00.')).toBeTruthy()
})

test('a day that has too few of what is in the cart, or none, says so, and another one does not', async () => {
  answers['GET /api/products'] = [{ body: [{ ...EGGS, inStock: 500 }] }]
  answers['GET /api/market-days/1/left'] = [{ body: [{ productId: EGGS.id, left: 1 }] }]
  answers['GET /api/market-days/2/left'] = [{ body: [{ productId: EGGS.id, left: 0 }] }]
  await openFilledCheckout()
  await userEvent.click(await screen.findByRole('radio', { name: /Farmers market/ }))
  const less =
    /^For Saturday, November 28 we have only 1 of .+\. Please take fewer, or choose another/
  expect(await screen.findByText(less)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /Farm store/ }))
  const none = /we have no .+\. Please leave that out, or choose another day or delivery\.$/
  expect(await screen.findByText(none)).toBeTruthy()
  expect(screen.queryByText(less)).toBeNull()
})

test('days beyond the fourth are counted in words that fit one', async () => {
  const { places, days, pause } = aCalendar()
  const [first] = days
  const saturdays = ['2026-11-28', '2026-12-05', '2026-12-12', '2026-12-19', '2026-12-26']
  const five = saturdays.map((day, id) => ({ ...first, id, day }))
  answers[DAYS] = [{ body: { places, days: five, pause } }]
  await openFilledCheckout()
  await userEvent.click(await screen.findByRole('button', { name: 'Show 1 more day' }))
  expect(screen.getByRole('radio', { name: /Dec 26/ })).toBeTruthy()
})

test('of several Saturdays the places of the next one are shown first, and a later one can be chosen', async () => {
  const { days, ...calendar } = aCalendar()
  const later = ['2026-12-05', '2026-12-12']
  const all = [days, ...later.map((day) => days.map((one) => ({ ...one, day })))].flat()
  const numbered = all.map((one, index) => ({ ...one, id: index + 1 }))
  answers[DAYS] = [{ body: { ...calendar, days: numbered } }]
  await fillIn()
  const names = () =>
    screen.getAllByRole('radio', { name: /Farm/ }).map(({ ariaLabel, id }) => ariaLabel ?? id)
  const question = 'Choose your pickup spot for Saturday, Nov 28'
  expect(screen.getByRole('group', { name: question })).toBeTruthy()
  expect(names()).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more days' }))
  expect(names()).toHaveLength(6)
  await userEvent.click(screen.getByRole('radio', { name: /^Saturday, Dec 12 · Farm store/ }))
  await pay()
  expect(orderData()).toMatchObject({ pickupLocation: 'farm_store', day: '2026-12-12' })
})

test.each(['/api/market-days', '/api/payments/config', '/api/products'])(
  'the form is there while %s is slow, keeps what is typed, and charges nothing yet',
  async (slow) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const fetching = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, request?: RequestInit) => {
      if (path === slow) await promise
      return fetching(path, request)
    })
    await openFilledCheckout()
    await userEvent.type(screen.getByLabelText('Full name'), 'Ada Buyer')
    if (slow !== '/api/products') {
      await pay()
      const what = slow === '/api/market-days' ? 'The pickup days have' : 'Stripe has'
      const description = `${what} not loaded yet. Please try again.`
      expect(toastShown()).toMatchObject({ title: 'Payment Error', description })
    }
    expect(sent).toEqual([])
    resolve()
    await userEvent.click(await screen.findByRole('radio', { name: /Farm store/ }))
    set('Email', 'ada@example.com')
    await userEvent.click(await screen.findByRole('button', { name: /^Visa/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada Buyer')
    await pay()
    expect(orderData()).toMatchObject({ pickupLocation: 'farm_store' })
  },
)
