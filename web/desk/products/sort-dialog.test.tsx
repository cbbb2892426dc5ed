import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BEETS, bodies, EGGS, expectToast, openDesk, PICKLES } from '#tests/a-desk.tsx'

const QUAIL = { ...EGGS, id: 4, name: 'Quail eggs' }
const DUCK = { ...EGGS, id: 5, name: 'Duck eggs' }
const SAVE = 'PUT /api/desk/products/order'

const LISTED = { 'GET /api/desk/products': { body: [EGGS, PICKLES, BEETS, QUAIL] } }
const GROWN = { 'GET /api/desk/products': { body: [EGGS, PICKLES, BEETS, DUCK, QUAIL] } }

const openOrder = async () =>
  within(await screen.findByRole('dialog', { name: 'Order in the shop' }))

const namesIn = (dialog: Awaited<ReturnType<typeof openOrder>>) =>
  dialog
    .getAllByRole('button', { name: /^Move .* up$/ })
    .map((button) => button.getAttribute('aria-label'))

test('the order in the shop is moved by arrows, stands again after a reload, and is saved by ids', async () => {
  const { user } = openDesk(LISTED, 'products/order')
  const first = await openOrder()
  await user.click(first.getByRole('button', { name: `Move ${QUAIL.name} up` }))
  const moved = [`Move ${QUAIL.name} up`, `Move ${EGGS.name} up`]
  expect(namesIn(first)).toEqual(moved)
  cleanup()
  const { user: next, requests } = openDesk(
    { ...GROWN, [SAVE]: ['no connection', { status: 204 }] },
    'products/order',
  )
  const dialog = await openOrder()
  expect(dialog.getByText(/^You typed this on/)).toBeTruthy()
  expect(namesIn(dialog)).toEqual([...moved, `Move ${DUCK.name} up`])
  await next.click(dialog.getByRole('button', { name: 'Save this order' }))
  await expectToast('The order was not saved')
  await next.click(dialog.getByRole('button', { name: 'Save this order' }))
  await expectToast('Order saved')
  expect(bodies(requests, SAVE)).toEqual([{ ids: [4, 1, 5] }, { ids: [4, 1, 5] }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
