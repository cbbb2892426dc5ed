import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type Answers, bodyOf, expectToast, JOS, MARTAS, openDesk } from '#tests/a-desk.tsx'

const SET = 'POST /api/orders/status'
const setAll = () => screen.findByLabelText('Set the status of all selected')

async function twoChosen(answer: object, more: Answers = {}) {
  const its = openDesk({ [SET]: { body: answer }, ...more }, 'orders')
  await its.user.click(await screen.findByRole('checkbox', { name: 'Select all 2 shown' }))
  const sent = () => bodyOf(its.requests, SET)
  return { ...its, sent }
}

describe('several orders', () => {
  test('are set to a status by one call, said, and no longer chosen', async () => {
    const { user, sent } = await twoChosen({ changed: [128, 127], refused: [] })
    await user.selectOptions(await setAll(), 'shipped')
    await expectToast('Order status updated', '2 orders are now shipped.')
    expect(sent()).toEqual({ ids: [128, 127], status: 'shipped' })
    expect(screen.queryByText('2 selected')).toBeNull()
    expect(screen.getByText('2 orders')).toBeTruthy()
  })

  test('that could not be changed are named with the reason, and stay chosen', async () => {
    const { user } = await twoChosen({
      changed: [128],
      refused: [{ id: 127, message: 'Eggs is sold out.' }],
    })
    await user.selectOptions(await setAll(), 'pending')
    await expectToast(
      'Error updating order status',
      '1 order is unchanged. 1 order is now pending.',
    )
    const sent = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(sent.join()).toContain('#127: Eggs is sold out.')
    expect(screen.getByText('1 selected')).toBeTruthy()
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select order #127' }).checked,
    ).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Got it' }))
    expect(screen.queryByText('#127: Eggs is sold out.')).toBeNull()
  })

  test('are cancelled after a question that says what goes back', async () => {
    const { user, sent } = await twoChosen({ changed: [128, 127], refused: [] })
    await user.selectOptions(await setAll(), 'cancelled')
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel 2 orders?' }))
    expect(question.getByText(/\$1,234\.50 in all\./)).toBeTruthy()
    expect(sent()).toBeUndefined()
    expect(location.hash).toBe('#orders/cancel')
    await user.click(question.getByRole('button', { name: 'Keep them' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(location.hash).toBe('#orders'))
    await user.selectOptions(await setAll(), 'cancelled')
    await user.click(await screen.findByRole('button', { name: 'Cancel 2 orders' }))
    await waitFor(() => expect(sent()).toEqual({ ids: [128, 127], status: 'cancelled' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('of test cards and not paid yet say that nothing goes back', async () => {
    const balance = { worth: 1234.5, paid: 0, due: 1234.5, ways: [] }
    const unpaid = { ...JOS, paymentMethod: 'other', paymentStatus: 'unpaid', balance }
    const listed = { 'GET /api/orders?limit=50': { body: [MARTAS, unpaid] } }
    const { user } = await twoChosen({ changed: [], refused: [] }, listed)
    await user.selectOptions(await setAll(), 'cancelled')
    const question = await screen.findByRole('alertdialog', { name: 'Cancel 2 orders?' })
    expect(question.textContent).toContain(
      'Nothing goes back to a card; test orders move no money.',
    )
    expect(question.textContent).not.toContain('$0.00')
  })

  test('that the shop did not answer for stay chosen', async () => {
    const { user } = openDesk({ [SET]: 'no connection' }, 'orders')
    await user.click(await screen.findByRole('button', { name: 'Select' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select order #128' }))
    await user.selectOptions(await setAll(), 'shipped')
    await expectToast('Error updating order status')
    expect(screen.getByText('1 selected')).toBeTruthy()
  })

  test('are printed as slips, seen by nothing but the printer, until it is done', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { user } = openDesk({}, 'orders')
    await user.click(await screen.findByRole('button', { name: 'Select' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select order #128' }))
    expect(screen.queryByRole('button', { name: 'Print list' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Select order #127' }))
    await act(() => import('#web/ui/qr-code.tsx'))
    await user.click(screen.getByRole('button', { name: 'Print list' }))
    expect(print).toHaveBeenCalledOnce()
    const sheet = document.querySelector('.print-sheet[data-layout=list]')
    expect(sheet?.textContent).toContain(`Order #${MARTAS.id} · ${MARTAS.customerName}`)
    expect(sheet?.textContent).toContain('27 Cold Brook Road, Hot Springs, SD 57747')
    expect(sheet?.querySelectorAll('.print-slip')).toHaveLength([MARTAS, JOS].length)
    const passes = [...(sheet?.querySelectorAll('[role=img]') ?? [])]
    expect(passes.map((pass) => pass.getAttribute('aria-label'))).toEqual([
      'Pickup pass for order 128',
    ])
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(document.querySelector('.print-sheet')).toBeNull())
  })

  test('bear the way to the receipt where no email went out', async () => {
    vi.stubGlobal('print', vi.fn())
    const listed = { body: [{ ...MARTAS, customerEmail: '' }] }
    const { user } = openDesk({ 'GET /api/orders?limit=50': listed }, 'orders')
    await user.click(await screen.findByRole('button', { name: 'Select' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select order #128' }))
    await act(() => import('#web/ui/qr-code.tsx'))
    await user.click(screen.getByRole('button', { name: 'Print slip' }))
    const slip = document.querySelector('.print-slip')
    expect(slip?.textContent).toContain(`or open ${location.origin}${MARTAS.receiptUrl}`)
    expect(slip?.querySelector('[aria-label="Receipt of order 128"]')).toBeTruthy()
  })

  test('are as before once Undo is chosen; what moved on is named, and nothing is offered for a cancellation', async () => {
    const undone = {
      changed: [128],
      refused: [{ id: 127, message: 'Order #127 was changed meanwhile and stays shipped.' }],
    }
    const { user, requests } = await twoChosen(
      { changed: [128, 127], refused: [] },
      { 'POST /api/orders/undo': { body: undone } },
    )
    await user.selectOptions(await setAll(), 'delivered')
    // The toast list takes no clicks until it knows about its first toast.
    await waitFor(() => user.click(screen.getByRole('button', { name: 'Undo' })))
    await expectToast(
      'Not undone',
      'Order #127 was changed meanwhile and stays shipped. 1 order is as before.',
    )
    const sent = bodyOf(requests, 'POST /api/orders/undo')
    expect(sent).toEqual({ ids: [128, 127], status: 'delivered' })
    await user.click(screen.getByRole('checkbox', { name: 'Select all 2 shown' }))
    await user.selectOptions(await setAll(), 'cancelled')
    await user.click(await screen.findByRole('button', { name: 'Cancel 2 orders' }))
    await expectToast('Order status updated', '2 orders are now cancelled.')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('can be all that the filter found, which is said before it is done', async () => {
    const all = Array.from({ length: 230 }, (_, index) => ({ ...JOS, id: 900 - index }))
    const { user, requests } = openDesk(
      {
        'GET /api/orders?limit=50': { body: all.slice(0, 2) },
        'GET /api/orders?limit=500': { body: all },
        'GET /api/orders/found': {
          body: { count: 230, cancelled: 0, isMore: false, worth: 3220, refunded: 0 },
        },
        [SET]: [
          { body: { changed: all.slice(0, 200).map(({ id }) => id), refused: [] } },
          { body: { changed: all.slice(200).map(({ id }) => id), refused: [] } },
        ],
      },
      'orders',
    )
    expect(await screen.findByText('230 orders')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Select all 2 shown' }))
    expect(screen.getByText('2 selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Select all 230 found' }))
    expect(await screen.findByText('230 selected')).toBeTruthy()
    await user.selectOptions(await setAll(), 'shipped')
    await expectToast('Order status updated', '230 orders are now shipped.')
    const sizes = requests.flatMap(({ call, body }) =>
      call === SET ? [(body as { ids: number[] }).ids.length] : [],
    )
    expect(sizes).toEqual([200, 30])
  })
})
