import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CountLine, StockMovement } from '#contract/products/stock-journal.ts'
import {
  type Answers,
  BEETS,
  BROKEN,
  bodies,
  bodyOf,
  count,
  EGGS,
  expectToast,
  openDesk,
} from '#tests/a-desk.tsx'

const AT = '2026-11-20T23:10:00.000Z'

const MOVED: StockMovement = {
  ...{ id: 31, at: AT, reason: 'harvest', units: 20, note: null, orderId: null },
  ...{ counted: null, promised: null, undoes: null, isUndone: false, canUndo: true },
  ...{ device: 'Chrome on Android', person: 'Farmer', address: '192.0.2.0/24' },
}

const UNDONE = { ...MOVED, id: 32, reason: 'undone', units: -20, undoes: 31, canUndo: false }

describe('what is done with a product’s stock', () => {
  const record = 'POST /api/products/1/movements'

  async function openKeys(answers: Answers) {
    const undo = { body: { movement: UNDONE, productId: 1, stock: 18 } }
    const moved = { status: 201, body: { movement: MOVED, productId: 1, stock: 38 } }
    const all = { [record]: moved, 'POST /api/movements/31/undo': undo, ...answers }
    const desk = openDesk(all, 'products')
    const open = `Harvest or waste of ${EGGS.name}`
    await desk.user.click(await screen.findByRole('button', { name: open }))
    const keys = within(await screen.findByRole('dialog', { name: EGGS.name }))
    return { ...desk, keys }
  }

  test('is written down by two taps for one, and taken back from its toast', async () => {
    const { user, requests, keys } = await openKeys({})
    await user.click(keys.getByRole('button', { name: 'Harvest' }))
    await expectToast(`20 harvested: ${EGGS.name}`, '38 for sale now.')
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(bodyOf(requests, record)).toEqual({ id, reason: 'harvest', units: 1, note: null })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(count(requests, 'GET /api/desk/products')).toBe(2))
    // The toast frame takes no clicks until it knows it holds a toast.
    await waitFor(() => user.click(screen.getByRole('button', { name: 'Undo' })))
    await expectToast('Undone', '18 for sale now.')
    expect(count(requests, 'POST /api/movements/31/undo')).toBe(1)
    await waitFor(() => expect(count(requests, 'GET /api/desk/products')).toBe(3))
  })

  test('takes a number of its own keys, and a note', async () => {
    const { user, requests, keys } = await openKeys({})
    for (const key of ['2', '0', '5', 'Delete the last digit'])
      await user.click(keys.getByRole('button', { name: key }))
    expect(keys.getByLabelText<HTMLInputElement>('How many').value).toBe('20')
    await user.type(keys.getByLabelText('Note (optional)'), ' split ')
    await user.click(keys.getByRole('button', { name: 'Waste' }))
    await waitFor(() => expect(bodyOf(requests, record)).toBeTruthy())
    expect(bodyOf(requests, record)).toMatchObject({ reason: 'waste', units: 20, note: 'split' })
  })

  test('is not sent without a number, and keeps what was typed where it is refused', async () => {
    const message = 'Only 18 of Eggs left for sale.'
    const refused = { status: 409, body: { code: 'stock-changed', message, field: 'units' } }
    const { user, requests, keys } = await openKeys({ [record]: [refused, BROKEN] })
    const field = keys.getByLabelText<HTMLInputElement>('How many')
    await user.clear(field)
    await user.click(keys.getByRole('button', { name: 'Waste' }))
    expect(keys.getByRole('alert').textContent).toBe('Please enter a whole number.')
    expect(count(requests, record)).toBe(0)
    await user.type(field, '19x')
    await user.click(keys.getByRole('button', { name: 'Waste' }))
    await expectToast('Not saved', message)
    await user.click(keys.getByRole('button', { name: 'Given away' }))
    const ids = bodies(requests, record)
    expect(ids).toMatchObject([{ units: 19 }, { units: 19, reason: 'gift' }])
    expect(new Set(ids.map((body) => (body as { id: string }).id)).size).toBe(1)
    expect(field.value).toBe('19')
  })
})

describe('a product’s journal', () => {
  const list = 'GET /api/products/1/movements'
  const product = { id: 1, name: EGGS.name, stock: 14, promised: 22, isGone: false }
  const movements: StockMovement[] = [
    { ...MOVED, id: 9, reason: 'counted', units: -2, counted: 36, promised: 22, note: 'Fridge' },
    { ...MOVED, id: 8, reason: 'sold', units: -3, orderId: 42, canUndo: false, address: null },
    { ...MOVED, id: 7, isUndone: true, canUndo: false },
    { ...MOVED, id: 6, reason: 'counted', units: -2, counted: 5, promised: 8, canUndo: false },
  ]

  test('says what happened, when, by whom and for which order', async () => {
    openDesk({ [list]: { body: { product, movements, isMore: false } } }, 'stock/1')
    expect(await screen.findByText(/14 for sale \+ 22 promised to orders = 36/)).toBeTruthy()
    const [counted, sold, undone, short] = screen.getAllByRole('listitem').map((row) => within(row))
    expect(counted?.getByText('Counted 36')).toBeTruthy()
    expect(counted?.getByText('2 fewer than there should be; 22 promised to orders')).toBeTruthy()
    expect(counted?.getByText('“Fridge”')).toBeTruthy()
    expect(counted?.getByText(/Chrome on Android, 192\.0\.2\.x/)).toBeTruthy()
    expect(sold?.getByRole('link', { name: 'Order #42' }).getAttribute('href')).toBe('#orders/42')
    expect(sold?.queryByRole('button')).toBeNull()
    expect(undone?.getByText('Undone')).toBeTruthy()
    expect(undone?.queryByRole('button')).toBeNull()
    expect(short?.getByText('5 fewer than there should be; 8 promised to orders')).toBeTruthy()
  })

  test('undoes an entry, and says why not', async () => {
    const message = 'This was already undone.'
    const refused = { status: 409, body: { code: 'change-impossible', message } }
    const answers = { [list]: { body: { product, movements, isMore: false } } }
    const { user, requests } = openDesk(
      { ...answers, 'POST /api/movements/9/undo': refused },
      'stock/1',
    )
    await user.click(await screen.findByRole('button', { name: 'Undo: Counted 36 −2' }))
    await expectToast('Not undone', message)
    await waitFor(() => expect(count(requests, list)).toBe(2))
  })

  test('is led to by the product’s dialog, which asks before typed words are lost', async () => {
    const { user } = openDesk({ [list]: { body: { product, movements, isMore: false } } })
    await user.click(await screen.findByRole('button', { name: `Edit ${EGGS.name}` }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
    await user.type(form.getByLabelText('Name'), ', large')
    await user.click(form.getByRole('link', { name: 'Stock journal' }))
    const leave = await screen.findByRole('button', { name: 'Leave' })
    await waitFor(() => expect(location.hash).toBe('#products/1'))
    await user.click(leave)
    expect(await screen.findByText('Counted 36')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the count', () => {
  const lineOf = ({ id, name, category }: typeof EGGS, stock: number, promised: number) => ({
    ...{ productId: id, name, category, unit: null, stock, promised, countedAt: null },
  })
  const products: CountLine[] = [lineOf(EGGS, 24, 22), lineOf(BEETS, 8, 12)]
  const sheet = { body: { products, pastOrders: 0 } }
  const save = 'POST /api/stock-count'

  async function openCount(answers: Answers) {
    const desk = openDesk({ 'GET /api/stock-count': sheet, ...answers }, 'stock')
    const eggs = await screen.findByLabelText<HTMLInputElement>(/Farm Fresh Eggs/)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save the count' })
    return { ...desk, eggs, beets: screen.getByLabelText<HTMLInputElement>(/Ruby Beets/), button }
  }

  test('says what should be there, and what saving a number will do', async () => {
    const { user, eggs, beets, button } = await openCount({})
    expect(screen.getByText('24 for sale').parentElement?.textContent).toBe(
      '24 for sale + 22 promised = 46',
    )
    expect(button.disabled).toBe(true)
    await user.type(eggs, '44')
    expect(screen.getByText('2 fewer than there should be. 22 will be for sale.')).toBeTruthy()
    await user.type(beets, '8')
    expect(
      screen.getByText(
        '12 fewer than there should be. 4 too few for the orders; none will be for sale.',
      ),
    ).toBeTruthy()
    await user.type(beets, 'x')
    expect(screen.getByText('Please enter a whole number.')).toBeTruthy()
    expect([screen.getByText('2 of 2 counted'), button.disabled]).toEqual([expect.anything(), true])
  })

  test('keeps what was refused, and leads on from what is short', async () => {
    const message = 'There should now be 18 instead of 20. Please count these again.'
    const short = {
      ...{ productId: 1, name: EGGS.name, counted: 20, promised: 22, stock: 0, units: -24 },
      ...{ short: 2, shortDay: '2026-11-28' },
    }
    const { user, requests, eggs, beets, button } = await openCount({
      'GET /api/stock-count': [
        sheet,
        { body: { products: [lineOf(EGGS, 0, 22), lineOf(BEETS, 6, 12)], pastOrders: 3 } },
      ],
      [save]: [
        { body: { counted: [short], refused: [{ productId: 3, message }] } },
        { body: { counted: [], refused: [] } },
      ],
    })
    await user.type(eggs, '20')
    await user.type(beets, '19')
    await user.click(button)
    const link = await screen.findByRole('link', { name: 'Decide on the harvest list' })
    expect(link.getAttribute('href')).toBe('#lists/2026-11-28/harvest')
    expect(await screen.findByText(/3 orders of days that are over/)).toBeTruthy()
    expect([eggs.value, beets.value]).toEqual(['', '19'])
    expect(screen.getByText(message)).toBeTruthy()
    await user.click(button)
    const sent = bodies(requests, save)
    expect(sent).toMatchObject([
      {
        counts: [
          { productId: 1, counted: 20, expected: 46 },
          { productId: 3, counted: 19, expected: 20 },
        ],
      },
      { counts: [{ productId: 3, counted: 19, expected: 18 }] },
    ])
  })

  test('outlives the page, and a save without an answer', async () => {
    const { user, eggs, button } = await openCount({ [save]: 'no connection' })
    await user.type(eggs, '44')
    await user.click(button)
    await expectToast('Not all counts were saved')
    expect(eggs.value).toBe('44')
    const stored = JSON.parse(sessionStorage.getItem('farmstand:draft:1:stock/count') ?? '{}')
    expect(stored.parts).toMatchObject({ counts: { 1: { text: '44', expected: 46 } } })
  })
})
