import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { BROKEN, FIGURES, openDesk } from '#tests/a-desk.tsx'

const figure = async (label: string) => {
  const term = await screen.findByText(label)
  const card = within(term.closest('div') ?? document.body)
  return card.getAllByRole('definition')[0]?.textContent
}

describe('the four figures', () => {
  test('are the orders, the revenue with two decimals, the products, and what is low; test money is marked', async () => {
    openDesk()
    await screen.findByText('$3,412.50')
    expect(await figure('Total Orders')).toBe('128')
    expect(await figure('Total Revenue')).toBe('$3,412.50')
    expect(await figure('Total Products')).toBe('24')
    expect(await figure('Low Stock Items')).toBe('5')
    expect(screen.getByText('TEST')).toBeTruthy()
  })

  test('real money carries no mark', async () => {
    openDesk({ 'GET /api/analytics/dashboard': { body: { ...FIGURES, testMode: false } } })
    await screen.findByText('$3,412.50')
    expect(screen.queryByText('TEST')).toBeNull()
  })

  test('that cannot be loaded say why, and can be asked again', async () => {
    const { user } = openDesk({ 'GET /api/analytics/dashboard': [BROKEN, { body: FIGURES }] })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(
      'The figures could not be loaded: Something went wrong on our side.',
    )
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('$3,412.50')).toBeTruthy()
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })
})

describe('the five tabs', () => {
  test('stand in their order, Products first', async () => {
    openDesk()
    await screen.findByRole('tab', { name: 'Products', selected: true })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Products',
      'Orders',
      'Recipes',
      'Pages',
      'Settings',
    ])
  })

  test('a tab has its own address, written when it is chosen', async () => {
    const { user } = openDesk()
    await user.click(await screen.findByRole('tab', { name: 'Orders' }))
    expect(window.location.hash).toBe('#orders')
    expect(await screen.findByRole('tab', { name: 'Orders', selected: true })).toBeTruthy()
  })

  test('an address opens its tab, also while the desk is open', async () => {
    openDesk({}, 'recipes')
    expect(await screen.findByRole('tab', { name: 'Recipes', selected: true })).toBeTruthy()
    window.location.hash = 'pages'
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Pages', selected: true })).toBeTruthy(),
    )
  })

  test('an unknown address opens the products beside Today', async () => {
    openDesk({}, 'treasure')
    expect(await screen.findByRole('tab', { name: 'Products', selected: true })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Open the market' })).toBeTruthy()
  })
})
