import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BROKEN, count, openDesk } from '#tests/a-desk.tsx'

test.each<[hash: string, call: string, loading: string, failed: string]>([
  ['pages', 'GET /api/pages', 'Loading pages...', 'The pages could not be loaded.'],
  ['recipes', 'GET /api/recipes', 'Loading recipes...', 'The recipes could not be loaded.'],
  [
    'products',
    'GET /api/desk/products',
    'Loading products...',
    'Failed to load products. Please try again.',
  ],
  ['orders', 'GET /api/orders?limit=50', 'Loading orders...', 'The orders could not be loaded.'],
  ['settings', 'GET /api/settings', 'Loading settings...', 'The settings could not be loaded.'],
])(
  'the list at #%s says that it is on its way, or why it cannot be loaded, and is asked for again',
  async (hash, call, loading, failed) => {
    openDesk({ [call]: 'silence' }, hash)
    expect(await screen.findByText(loading)).toBeTruthy()
    cleanup()
    const { user, requests } = openDesk({ [call]: [BROKEN, 'silence'] }, hash)
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText(failed)).toBeTruthy()
    expect(alert.getByText('Something went wrong on our side.')).toBeTruthy()
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(count(requests, call)).toBe(2))
  },
)
