import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Answers,
  BEETS,
  bodies,
  bodyOf,
  count,
  EGGS,
  errorAt,
  expectToast,
  openDesk,
  PICKLES,
} from '#tests/a-desk.tsx'

const SAVE = 'PUT /api/products/bulk'

beforeEach(() => history.replaceState(null, '', '/admin'))

async function openGrid(changes: Answers = {}) {
  const desk = openDesk(changes, 'products/grid')
  await screen.findByRole('dialog', { name: 'Prices & stock' })
  const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  const price = (name: string) => cell(`Price of ${name}`)
  const stock = (name: string) => cell(`Stock of ${name}`)
  return { ...desk, price, stock }
}

describe('the grid by keyboard', () => {
  test('moves by arrows and Enter, to the side only from the end of a text', async () => {
    const { user, price, stock } = await openGrid()
    await user.click(price(EGGS.name))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(price(PICKLES.name))
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement).toBe(stock(BEETS.name))
    await user.keyboard('{ArrowDown}{Shift>}{Enter}{/Shift}{ArrowLeft}')
    expect(document.activeElement).toBe(price(PICKLES.name))
    await user.keyboard('12')
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(price(PICKLES.name))
  })

  test('typing replaces a cell, marks it with what it was, and Esc takes it back', async () => {
    const { user, stock } = await openGrid()
    stock(EGGS.name).focus()
    await user.keyboard('30')
    expect(stock(EGGS.name).value).toBe('30')
    expect(screen.getByText('was 18 in stock')).toBeTruthy()
    expect(screen.getByText('1 cell changed')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(stock(EGGS.name).value).toBe('18')
    expect(screen.getByText('Nothing changed yet')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  test('a column from a spreadsheet fills the cells below', async () => {
    const { price } = await openGrid()
    fireEvent.paste(price(PICKLES.name), { clipboardData: { getData: () => '9\n4.50\n1' } })
    expect([price(EGGS.name).value, price(PICKLES.name).value, price(BEETS.name).value]).toEqual([
      '5.00',
      '9',
      '4.50',
    ])
  })
})

describe('saving the grid', () => {
  test('sends all changes in one call, with what was loaded, and closes', async () => {
    const { user, requests, price, stock } = await openGrid({ [SAVE]: { body: [EGGS, PICKLES] } })
    await user.type(price(PICKLES.name), '9')
    await user.type(stock(EGGS.name), '20')
    await user.click(screen.getByRole('button', { name: 'Save all' }))
    await expectToast('2 products updated')
    expect(bodyOf(requests, SAVE)).toEqual({
      changes: [
        { id: 1, stock: 20, base: { stock: 18 } },
        { id: 2, price: 9, base: { price: 8.5 } },
      ],
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(count(requests, 'GET /api/desk/products')).toBe(2))
  })

  test('with a wrong cell sends nothing and leads there', async () => {
    const { user, requests, price } = await openGrid()
    await user.type(price(EGGS.name), '4-5')
    await user.click(screen.getByRole('button', { name: 'Save all' }))
    await waitFor(() => expect(document.activeElement).toBe(price(EGGS.name)))
    const note = document.getElementById(price(EGGS.name).getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toContain(
      'Please enter an amount in dollars with at most two decimals.',
    )
    expect(errorAt(price(PICKLES.name))).toBeUndefined()
    expect(count(requests, SAVE)).toBe(0)
  })

  test('that meets a sale keeps what was typed, says where, and shows what is left now', async () => {
    const refusal = {
      code: 'stock-changed',
      message: 'Nothing was saved: one row needs another look.',
      problems: [
        {
          field: 'changes.0.stock',
          message: 'Some were sold in the meantime. Please check the stock again.',
        },
      ],
    }
    const { user, requests, stock } = await openGrid({
      'GET /api/desk/products': [
        { body: [EGGS, PICKLES] },
        { body: [{ ...EGGS, stock: 3 }, PICKLES] },
      ],
      [SAVE]: [{ status: 409, body: refusal }, { body: [EGGS] }],
    })
    await user.type(stock(EGGS.name), '5')
    await user.click(screen.getByRole('button', { name: 'Save all' }))
    await expectToast('Error updating product', refusal.message)
    expect(await screen.findByText('was 3 in stock')).toBeTruthy()
    expect(stock(EGGS.name).value).toBe('5')
    expect(stock(EGGS.name).getAttribute('aria-invalid')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Save all' }))
    await waitFor(() => expect(count(requests, SAVE)).toBe(2))
    expect(bodies(requests, SAVE).at(-1)).toEqual({
      changes: [{ id: 1, stock: 5, base: { stock: 3 } }],
    })
  })

  test('is not forgotten by accident: closing and leaving the page both ask', async () => {
    const { user, stock } = await openGrid()
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(leave()).toBe(false)
    await user.type(stock(EGGS.name), '5')
    expect(leave()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Leave without saving?' }),
    )
    await user.click(question.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(leave()).toBe(false)
  })
})

describe('many cells at once', () => {
  const openPanel = async (changes: Answers = {}) => {
    const desk = await openGrid(changes)
    await desk.user.click(screen.getByRole('button', { name: 'Change many' }))
    const panel = within(screen.getByRole('form', { name: 'Change many at once' }))
    const fill = (name: string) => desk.user.click(panel.getByRole('button', { name }))
    return { ...desk, panel, fill }
  }

  test('prices go up by a tenth as was said before, and come back', async () => {
    const { panel, fill, price } = await openPanel()
    expect(panel.getByRole('status').textContent).toBe(
      `3 will change: ${EGGS.name} $5.00 to $5.50; ${PICKLES.name} $8.50 to $9.35; ${BEETS.name} $4.00 to $4.40.`,
    )
    await fill('Fill 3 rows')
    const prices = () => [EGGS, PICKLES, BEETS].map(({ name }) => price(name).value)
    expect(prices()).toEqual(['5.50', '9.35', '4.40'])
    expect(screen.getByText('3 cells changed')).toBeTruthy()
    await fill('Undo')
    expect(prices()).toEqual(['5.00', '8.50', '4.00'])
  })

  test('one value goes into the chosen rows alone, and is sent in one call', async () => {
    const { user, requests, panel, fill } = await openPanel({ [SAVE]: { body: [EGGS] } })
    await user.selectOptions(panel.getByLabelText('Column'), 'Hidden')
    await user.click(screen.getByRole('checkbox', { name: `Choose ${PICKLES.name}` }))
    await fill('Fill 1 row')
    await user.click(screen.getByRole('checkbox', { name: `Hidden: ${EGGS.name}` }))
    await user.click(screen.getByRole('button', { name: 'Save all' }))
    await expectToast('Product updated')
    expect(bodyOf(requests, SAVE)).toEqual({
      changes: [1, 2].map((id) => ({ id, hidden: true, base: { hidden: false } })),
    })
  })

  test('a value that is none is kept, with a sentence at its field and the focus', async () => {
    const { user, panel, fill, stock } = await openPanel()
    await user.selectOptions(panel.getByLabelText('Column'), 'Stock')
    await user.type(panel.getByLabelText('Value'), 'some')
    await fill('Fill 3 rows')
    const value = panel.getByLabelText<HTMLInputElement>('Value')
    expect(errorAt(value)).toBe('Stock must be a whole number.')
    expect([value.value, stock(EGGS.name).value]).toEqual(['some', '18'])
    expect(document.activeElement).toBe(value)
  })
})

describe('on a phone', () => {
  const { innerWidth } = window
  const setWidth = (width: number) => Reflect.get(window, 'happyDOM').setViewport({ width })
  beforeEach(() => {
    setWidth(390)
    return () => setWidth(innerWidth)
  })

  test('columns are chosen, and what is wrong in another one is led to', async () => {
    const { user, price } = await openGrid()
    const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    await user.clear(price(EGGS.name))
    await user.selectOptions(screen.getByLabelText('Columns'), 'Unit and low stock')
    expect(headings().slice(-3)).toEqual(['Product', 'Unit', 'Email me when low'])
    await user.click(screen.getByRole('button', { name: 'Save all' }))
    await waitFor(() => expect(document.activeElement).toBe(price(EGGS.name)))
    expect(headings().slice(-3)).toEqual(['Product', 'Price in $', 'Stock'])
  })
})
