import { setTimeout as nextTask } from 'node:timers/promises'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aCalendar, aCheckout, aZone, EGGS, KEY } from '#tests/a-checkout.tsx'
import { CheckoutInFrame } from '#web/shop/shell/checkout-frame.tsx'

const {
  answers,
  fillIn,
  keepCart,
  openCheckout,
  openFilledCheckout,
  pay,
  sent,
  set,
  toastShown,
  left,
} = aCheckout()

type Field = HTMLInputElement

const field = (label: string | RegExp) => screen.getByLabelText<Field>(label)
const type = (label: string | RegExp, text: string) => userEvent.type(field(label), text)
const errorAt = (label: string | RegExp) => {
  const ids = (field(label).getAttribute('aria-describedby') ?? '').split(' ')
  const id = ids.find((one) => one.endsWith('-error'))
  return id ? document.getElementById(id)?.textContent : null
}
const orderData = () => (sent[0]?.body.basket as { orderData: object } | undefined)?.orderData

describe('a field is looked at', () => {
  test('when it is left, not while it is typed for the first time', async () => {
    await openFilledCheckout()
    await type('Email', 'zoë@example.com')
    expect(errorAt('Email')).toBeNull()
    await userEvent.tab()
    expect(errorAt('Email')).toBe('We can’t send email to an address with “ë” in it.')
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  })

  test('not before Pay where nothing was typed into it', async () => {
    await openFilledCheckout()
    field('Full name').focus()
    await userEvent.tab()
    expect(errorAt('Full name')).toBeNull()
    await type('Full name', 'A{Backspace}')
    await userEvent.tab()
    expect(errorAt('Full name')).toBe('Please enter your full name.')
  })

  test('as it is mended: what is said follows what is typed, and goes at once', async () => {
    await openFilledCheckout()
    await type('Email', 'maria@@gmail,com')
    await userEvent.tab()
    expect(errorAt('Email')).toBe('There’s more than one @ in this email address.')
    await userEvent.clear(field('Email'))
    await type('Email', 'maria@gmail,')
    expect(errorAt('Email')).toBe('There’s a comma in this email address. Should it be a dot?')
    await type('Email', '{Backspace}.com')
    expect(errorAt('Email')).toBeNull()
  })

  test('in words for just what is wrong', async () => {
    await openFilledCheckout()
    for (const [label, text, sentence] of [
      ['Full name', 'maria@gmail.com', 'This looks like an email address. Please enter your name.'],
      ['Full name', '123', 'Please enter your name in letters.'],
      [/^Phone/, '555-0182', 'Please add the area code, such as (605).'],
    ] as const) {
      await userEvent.clear(field(label))
      await type(label, text)
      await userEvent.tab()
      expect(errorAt(label)).toBe(sentence)
    }
  })
})

describe('Pay', () => {
  test('says all that is wrong in one round, the card’s and the place too, and tries no payment', async () => {
    await openFilledCheckout()
    await screen.findByLabelText('Test card number')
    const before = toastShown()
    await pay()
    expect(errorAt('Full name')).toBe('Please enter your full name.')
    expect(errorAt('Email')).toBe('Please enter your email address.')
    expect(errorAt('Test card number')).toBe('Your card number is incomplete.')
    expect(errorAt('CVC')).toBe('Your card’s security code is incomplete.'.replace('’', "'"))
    expect(screen.getByText('Please choose a pickup location.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Farmers market/ }))
    expect([sent, toastShown()]).toEqual([[], before])
  })

  test('leads to the card where all else is well, and no payment has failed', async () => {
    await fillIn()
    await userEvent.clear(field('CVC'))
    const before = toastShown()
    await pay()
    expect(document.activeElement).toBe(field('CVC'))
    expect([sent, toastShown()]).toEqual([[], before])
  })
})

describe('a mail domain that looks mistyped', () => {
  test('is offered as it was meant once the field is left, and taken with one tap', async () => {
    await openFilledCheckout()
    await type('Email', 'maria@gmial.con')
    expect(screen.queryByText(/^Did you mean/)).toBeNull()
    await userEvent.tab()
    expect(screen.getByText(/^Did you mean/).parentElement?.textContent).toBe(
      'Did you mean gmail.com?',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Use it: maria@gmail.com' }))
    expect(field('Email').value).toBe('maria@gmail.com')
    expect(document.activeElement).toBe(field('Email'))
    expect(screen.queryByText(/^Did you mean/)).toBeNull()
  })

  test('takes back what was said of it, once the other is taken', async () => {
    await openFilledCheckout()
    await type('Email', 'maria@gmail,com')
    await userEvent.tab()
    expect(errorAt('Email')).toContain('comma')
    await userEvent.click(screen.getByRole('button', { name: 'Use it: maria@gmail.com' }))
    expect(errorAt('Email')).toBeNull()
  })

  test('never stands in the way', async () => {
    await fillIn()
    set('Email', 'maria@gmial.com')
    await pay()
    expect(orderData()).toMatchObject({ customerEmail: 'maria@gmial.com' })
  })
})

describe('an address', () => {
  const atDelivery = async () => {
    const { places, days } = aCalendar()
    const zone = aZone('Custer', null).places.map((one) => ({ ...one, address: 'Custer, SD' }))
    const pickup = places.filter(({ kind }) => kind === 'pickup')
    const calendar = {
      places: [...pickup, ...zone],
      days,
      today: '2026-11-20',
      pause: null,
      isSeeded: false,
    }
    answers['GET /api/market-days'] = [{ body: calendar }]
    answers['GET /api/delivery-zones/57730'] = [{ body: { placeKey: 'Custer' } }]
    answers['GET /api/delivery-zones/82701'] = [{ body: { placeKey: 'Custer' } }]
    keepCart(4)
    await fillIn()
    await userEvent.click(screen.getByRole('radio', { name: /^Delivery/ }))
  }

  test('gets city and state from its ZIP code, and the apartment goes along with the street', async () => {
    await atDelivery()
    expect(field('State').value).toBe('SD')
    set('Street address', '1 Main Street')
    set(/^Apartment, suite/, 'Unit 4B')
    await type('ZIP code', '57730')
    await waitFor(() => expect(field('City').value).toBe('Custer'))
    await pay()
    expect(orderData()).toMatchObject({
      shippingAddress: {
        address: '1 Main Street, Unit 4B',
        city: 'Custer',
        state: 'SD',
        zipCode: '57730',
      },
    })
  })

  test('keeps what was typed, whatever the ZIP code says', async () => {
    await atDelivery()
    await type('City', 'Pringle')
    await type('ZIP code', '82701')
    expect(field('State').value).toBe('WY')
    await userEvent.selectOptions(field('State'), 'Nebraska')
    await userEvent.clear(field('ZIP code'))
    await type('ZIP code', '57730')
    await screen.findByText('We’ll call or email to set the day.')
    expect([field('City').value, field('State').value]).toEqual(['Pringle', 'NE'])
  })
})

describe('what was typed and chosen', () => {
  const fillAll = async () => {
    keepCart(4)
    await fillIn()
    await type(/^Phone/, '6055550182')
    await userEvent.click(screen.getByRole('button', { name: 'Someone else is picking it up' }))
    set(/^Who’s picking it up/, 'Grandpa')
    await userEvent.click(screen.getByRole('checkbox', { name: 'This is a gift' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add a note' }))
    set(/^Special instructions/, 'Ring twice.')
    await userEvent.click(screen.getByRole('button', { name: 'If we run out of something' }))
    await userEvent.selectOptions(
      screen.getByLabelText(/^If we run out of something/),
      'Call me first',
    )
    await userEvent.click(screen.getByRole('radio', { name: /^Delivery/ }))
    set('Street address', '1 Main Street')
    set('ZIP code', '57747')
  }
  const shown = () => [
    ...[
      ...['Full name', 'Email', /^Phone/, /^Special instructions/, /^If we run out of something/],
      /^Who’s picking it up/,
    ].map((label) => field(label).value),
    ...['Street address', 'ZIP code'].map((label) => field(label).value),
    field('This is a gift').checked,
    screen.getByRole<Field>('radio', { name: /^Delivery/ }).checked,
    document.querySelector<Field>('[name=pickupLocation]:checked')?.value,
  ]
  const ALL = [
    ...['Ada Buyer', 'ada@example.com', '(605) 555-0182', 'Ring twice.', 'call', 'Grandpa'],
    ...['1 Main Street', '57747', true, true, 'farm_store/2026-11-28'],
  ]

  test('stands there again after a reload, while the days are not known too, and nothing of the card was kept', async () => {
    await fillAll()
    expect(shown()).toEqual(ALL)
    cleanup()
    await openFilledCheckout()
    await waitFor(() => expect(shown()).toEqual(ALL))
    expect(screen.queryByText(/has ended/)).toBeNull()
    expect(JSON.stringify(sessionStorage) + JSON.stringify(localStorage)).not.toMatch(
      /4242|12 \/ 34/,
    )
    expect((await screen.findByLabelText<Field>('Test card number')).value).toBe('')
    cleanup()
    answers['GET /api/market-days'] = [{ status: 503, body: {} }]
    await openFilledCheckout()
    expect(document.querySelector<Field>('[name=pickupLocation]:checked')?.value).toBe('farm_store')
    expect(screen.queryByText(/has ended/)).toBeNull()
  })

  test('is gone after the order', async () => {
    await fillAll()
    await userEvent.click(screen.getByRole('radio', { name: /^Pickup/ }))
    await pay()
    await waitFor(() => expect(left.assign).toHaveBeenCalledWith('/'))
    expect(JSON.stringify(sessionStorage)).not.toMatch(/Ada|605|Main Street|Ring/)
  })

  test('is not another order’s', async () => {
    await fillAll()
    cleanup()
    const stored = localStorage.getItem('farmstand:cart:1') ?? ''
    localStorage.setItem('farmstand:cart:1', stored.replace(KEY, crypto.randomUUID()))
    await openFilledCheckout()
    expect(field('Full name').value).toBe('')
  })

  test('is no trouble where the browser kept something else', async () => {
    sessionStorage.setItem('farmstand:checkout', `{"checkoutKey":"${KEY}","fields":[1],"days":7}`)
    await openFilledCheckout()
    expect(field('Full name').value).toBe('')
  })
})

test.each([
  [true, 'We’ll send your confirmation here.'],
  [false, 'For your order. Save the link to your receipt to get back to it.'],
])('an email is promised only where emails are sent (%s)', async (areSent, words) => {
  answers['GET /api/mails/sent'] = [{ body: { areSent } }]
  await openFilledCheckout()
  expect(await screen.findByText(words)).toBeTruthy()
})

describe('the order', () => {
  const edit = async () => {
    keepCart(4)
    window.history.replaceState(null, '', '/checkout')
    await openCheckout(<CheckoutInFrame />)
    await userEvent.click(await screen.findByRole('button', { name: 'Edit your order' }))
    return screen.findByRole('dialog', { name: 'Your cart' })
  }

  test('is edited right here, and the sums follow', async () => {
    const panel = await edit()
    await userEvent.click(screen.getByRole('radio', { name: /^Delivery/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Decrease quantity of Eggs' }))
    expect(panel.textContent).toContain('Changed to pickup: delivery has a $20 minimum.')
    await userEvent.click(screen.getByRole('button', { name: 'Back to checkout' }))
    expect(left.assign).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: /^Pay/ }).textContent).toBe('Pay $16.50 (test)')
    expect(screen.getByRole<Field>('radio', { name: /^Pickup/ }).checked).toBe(true)
  })

  test('that fell back to pickup at the open checkout stays pickup until delivery is chosen', async () => {
    keepCart(4)
    const client = await openFilledCheckout()
    const total = () => screen.getByRole('button', { name: /^Pay/ }).textContent
    await userEvent.click(screen.getByRole('radio', { name: /^Delivery/ }))
    expect(total()).toBe('Pay $27.00 (test)')
    const ask = (price: number) =>
      act(async () => {
        client.setQueryData(['/api/products'], [{ ...EGGS, price }])
        await nextTask()
      })
    await ask(4)
    expect(total()).toBe('Pay $16.00 (test)')
    await ask(5.5)
    expect(total()).toBe('Pay $22.00 (test)')
    expect(screen.getByText(/^We switched you to pickup because/)).toBeTruthy()
    expect(screen.getByRole<Field>('radio', { name: /^Pickup/ }).checked).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: /^Delivery/ }))
    expect(total()).toBe('Pay $27.00 (test)')
  })

  test('that was emptied leads home only once its panel is closed', async () => {
    const panel = await edit()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Eggs' }))
    expect(panel.textContent).toContain('Your cart is empty')
    expect(left.replace).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(left.replace).toHaveBeenCalledWith('/'))
  })
})

test('the page begins at its heading, and Enter goes on from field to field', async () => {
  await openFilledCheckout()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Checkout' }))
  await type('Full name', 'Ada Buyer{Enter}')
  expect(document.activeElement).toBe(field('Email'))
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(field(/^Phone/))
  expect(sent).toEqual([])
})
