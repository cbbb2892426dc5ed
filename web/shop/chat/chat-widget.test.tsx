import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import type { Product } from '#contract/products/products.ts'
import { aCalendar } from '#tests/a-checkout.tsx'
import { createQueryClient } from '#web/api/query-client.ts'
import { marketDaysQuery, productsQuery } from '#web/api/shop-queries.ts'
import { CartProvider } from '#web/shop/cart/cart-store.tsx'
import { readToasts } from '#web/ui/toast-store.ts'
import { ChatWidget } from './chat-widget.tsx'

const BAGELS = {
  ...{ id: 1, name: 'Onion Bagels, six', description: '', category: 'Bakery', price: 7.5 },
  ...{ stock: 4, imageUrl: null, unit: 'bag of 6' },
}
const PRODUCTS: Product[] = [
  BAGELS,
  { ...BAGELS, id: 2, name: 'Bagels, six' },
  { ...BAGELS, id: 3, name: 'Plain Bagels, six', stock: 0 },
]

const WELCOME = 'Good morning from the hens.'

async function aWidget(
  answer: () => Promise<Response> = () => new Promise(() => {}),
  calendar: OrderingCalendar = aCalendar(),
) {
  vi.stubGlobal(
    'WebSocket',
    class {
      static OPEN = 1
      readyState = 0
      close() {}
    },
  )
  vi.stubGlobal('fetch', answer)
  const settings = [
    { key: 'welcome_message', value: WELCOME },
    { key: 'contact_phone', value: '(605) 555-0134' },
  ]
  const client = createQueryClient(async () => settings)
  client.setQueryData(marketDaysQuery.queryKey, calendar)
  client.setQueryData(productsQuery.queryKey, PRODUCTS)
  render(
    <QueryClientProvider client={client}>
      <CartProvider>
        <Suspense fallback={null}>
          <ChatWidget />
        </Suspense>
      </CartProvider>
    </QueryClientProvider>,
  )
  return screen.findByRole('button', { name: 'Ask the farm helper' })
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Your question' })

/** Opens the helper, which loads its code then. */
async function open(button: HTMLElement): Promise<void> {
  await userEvent.click(button)
  await screen.findByRole('dialog', { name: 'Farm helper' })
}

beforeEach(
  () =>
    void Object.defineProperty(Element.prototype, 'scrollIntoView', {
      value: () => {},
      writable: true,
    }),
)

test('it is closed at first; opened, it greets once and waits for a question', async () => {
  const button = await aWidget()
  expect(screen.queryByRole('dialog')).toBeNull()
  await open(button)
  await waitFor(() => expect(document.activeElement).toBe(field()))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  expect(screen.getAllByText(WELCOME)).toHaveLength(1)
})

test('where its code cannot be had it says so, and is asked for again', async () => {
  vi.doMock('./chat-panel.tsx', () => Promise.reject(new TypeError('Failed to fetch')))
  const button = await aWidget()
  await userEvent.click(button)
  await waitFor(() => expect(readToasts()[0]?.title).toBe('The farm helper isn’t here yet'))
  expect(button.getAttribute('aria-expanded')).toBe('false')
  vi.doUnmock('./chat-panel.tsx')
  await open(button)
})

test('blank text cannot be sent', async () => {
  await open(await aWidget())
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
  expect(send.disabled).toBe(true)
  await userEvent.type(field(), '   {Enter}')
  expect([send.disabled, screen.queryByText('You:')]).toEqual([true, null])
  await userEvent.type(field(), 'eggs?')
  expect(send.disabled).toBe(false)
})

test('a question is shown at once, the field is free, and the helper types until the reply', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  await open(await aWidget(() => promise))
  await userEvent.type(field(), 'Any eggs?{Enter}')
  expect([field().value, screen.getByText('Any eggs?')]).toEqual(['', expect.anything()])
  await screen.findByText('The farm helper is typing…')
  resolve(Response.json({ message: 'Ten dozen. Read more at /pages/our-hens.' }))
  const link = await screen.findByRole('link', { name: '/pages/our-hens' })
  expect(link.getAttribute('href')).toBe('/pages/our-hens')
  expect(screen.queryByText('The farm helper is typing…')).toBeNull()
})

test('phone and mail can be tapped in an answer; hostile text and the visitor’s own words stay text', async () => {
  const said = 'Call (605) 555-0134 or hello@farm.example. <a href="javascript:alert(1)">x</a>'
  await open(await aWidget(async () => Response.json({ message: said })))
  await userEvent.type(field(), 'My number is (605) 555-0199{Enter}')
  const phone = await screen.findByRole('link', { name: '(605) 555-0134' })
  expect(phone.getAttribute('href')).toBe('tel:+16055550134')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:+16055550134',
    'mailto:hello@farm.example',
  ])
  expect(phone.parentElement?.textContent).toBe(`Farm helper: ${said}`)
})

test('the names of many products without a list of allergens wait behind a tap, and no allergen does', async () => {
  const listed = 'Listed allergens: Farmers Cheese: milk.'
  const names = 'Carrots, Kale, Ruby Beets, Pea Shoots'
  const end =
    'Please check with us before you buy. Call (605) 555-0134. Listed allergens: Duck Eggs: eggs. No allergens are listed for Kale. Please check with us.'
  const message = `${listed} No allergens are listed for ${names}. ${end}`
  await open(await aWidget(async () => Response.json({ message })))
  await userEvent.type(field(), 'is the cheese gluten free{Enter}')
  const summary = await screen.findByText('4 products')
  const details = summary.closest('details')
  expect([details?.open, details?.textContent]).toEqual([false, `4 products${names}`])
  const rest = details?.parentElement?.textContent?.replace(details.textContent ?? '', '')
  expect(rest).toBe(`Farm helper: ${listed} No allergens are listed for ${end}`)
  expect(screen.getByRole('link', { name: '(605) 555-0134' })).toBeTruthy()
})

test('when nobody can be reached, phone and market are named', async () => {
  await open(await aWidget(() => Promise.reject(new TypeError('Failed to fetch'))))
  await userEvent.click(screen.getByRole('button', { name: 'When is the market?' }))
  const text = await screen.findByText(/trouble connecting/)
  expect(text.closest('.chat-message')?.textContent).toMatch(
    /\(605\) 555-0134.*Saturday market 9-12 PM/,
  )
})

test('when nobody can be reached, a farm’s own place and hours are named', async () => {
  const [place] = aCalendar().places
  if (!place) throw new Error('There is a place.')
  const own = { ...place, name: 'Elm St. Stand', hours: 'Wednesday 3pm to 6pm' }
  const calendar = { ...aCalendar(), places: [own], isSeeded: false }
  const away = () => Promise.reject(new TypeError('Failed to fetch'))
  await open(await aWidget(away, calendar))
  await userEvent.click(screen.getByRole('button', { name: 'When is the market?' }))
  const text = await screen.findByText(/trouble connecting/)
  expect(text.closest('.chat-message')?.textContent).toContain(
    'or find us at Elm St. Stand, Wednesday 3pm to 6pm.',
  )
})

test('a reply to a closed chat is counted on the button', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const button = await aWidget(() => promise)
  await open(button)
  await userEvent.type(field(), 'Any eggs?{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Close the farm helper' }))
  resolve(Response.json({ message: 'Ten dozen.' }))
  await screen.findByRole('button', { name: 'Ask the farm helper, 1 new' })
})

test('a product whose price an answer names is added there; one that is only named is not', async () => {
  const said = ['Onion Bagels: $7.50 / bag of 6, only 4 left; Plain Bagels: $7.50, sold out.']
  said.push('Listed allergens: Onion Bagels: wheat; Bagels: wheat.')
  await open(await aWidget(async () => Response.json({ message: said.shift() })))
  await userEvent.type(field(), 'onion bagels?{Enter}')
  await userEvent.click(
    await screen.findByRole('button', { name: 'Add Onion Bagels, six to cart' }),
  )
  const add = screen.getByRole('button', { name: 'Add Onion Bagels, six to cart' })
  expect(within(add.closest('li') ?? add).getByText('1')).toBeTruthy()
  await userEvent.type(field(), 'wheat allergy{Enter}')
  await screen.findByText(/Listed allergens/)
  expect(screen.getAllByRole('button', { name: /^Add / })).toEqual([add])
})

test('what may be asked stays in sight after a question', async () => {
  await open(await aWidget(async () => Response.json({ message: 'Ten dozen.' })))
  await userEvent.click(screen.getByRole('button', { name: 'What’s fresh today?' }))
  await screen.findByText('Ten dozen.')
  expect(screen.getByRole('button', { name: 'When is the market?' })).toBeTruthy()
})
