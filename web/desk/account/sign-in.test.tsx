import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import {
  BROKEN,
  bodyOf,
  count,
  errorAt,
  expectToast,
  gateOverForm,
  openDesk,
  SIGNED_IN,
  SIGNED_OUT,
} from '#tests/a-desk.tsx'
import { createDeskClient } from '#web/desk/shared/desk-session.ts'
import { AdminPage } from '../admin-page.tsx'

const WRONG = {
  status: 401,
  body: { code: 'wrong-password', message: 'That is not the password.' },
}
const OUT = { 'GET /api/admin/session': SIGNED_OUT }

const passwordField = () => screen.findByLabelText<HTMLInputElement>('Password')

describe('the gate', () => {
  test('stands before whoever is signed out, with one field a password manager knows, which can be shown and is not sent empty', async () => {
    const { user, requests } = openDesk(OUT)
    const field = await passwordField()
    expect(field.autocomplete).toBe('current-password')
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
    expect(field.type).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password', pressed: false }))
    expect(field.type).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Show password', pressed: true }))
    expect(field.type).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(errorAt(await passwordField())).toBe('Please enter the password.')
    expect(count(requests, 'POST /api/admin/login')).toBe(0)
  })

  test('the right password opens the desk, and the browser stays signed in only where that is ticked', async () => {
    const { user, requests } = openDesk(OUT)
    const tick = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: /^Keep me signed in on this .*30 days\. You can end it from any other device\.$/,
    })
    expect(tick.checked).toBe(false)
    await user.click(tick)
    await user.type(await passwordField(), 'market day{Enter}')
    await expectToast('Login successful', 'Welcome to the admin dashboard')
    const sent = { password: 'market day', keep: true }
    expect(bodyOf(requests, 'POST /api/admin/login')).toEqual(sent)
    expect(screen.getByRole('tab', { name: 'Products', selected: true })).toBeTruthy()
  })

  test('a wrong password is said in a toast and at the field, which keeps the focus and what was typed', async () => {
    const { user, requests } = openDesk({ ...OUT, 'POST /api/admin/login': WRONG })
    await user.type(await passwordField(), 'guess')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await expectToast('Access denied', 'Incorrect password')
    expect(bodyOf(requests, 'POST /api/admin/login')).toEqual({ password: 'guess' })
    const field = await passwordField()
    expect(errorAt(field)).toBe('Incorrect password')
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('guess')
    expect(screen.queryByRole('tab')).toBeNull()
  })

  test('too many tries: the shop’s own sentence', async () => {
    const sentence = 'Too many attempts. Please wait a minute.'
    const { user } = openDesk({
      ...OUT,
      'POST /api/admin/login': { status: 429, body: { code: 'too-often', message: sentence } },
    })
    await user.type(await passwordField(), 'guess{Enter}')
    await expectToast('Access denied', sentence)
    expect(errorAt(await passwordField())).toBe(sentence)
  })

  test('the button says that it waits', async () => {
    const { user } = openDesk({ ...OUT, 'POST /api/admin/login': 'silence' })
    await user.type(await passwordField(), 'market day{Enter}')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Signing in…' }).disabled).toBe(
      true,
    )
  })

  test.each([
    ['does not answer', 'no connection'],
    ['fails', BROKEN],
  ] as const)('a shop that %s is no wrong password: one can try again', async (_, answer) => {
    const { user } = openDesk({ 'GET /api/admin/session': [answer, SIGNED_IN] })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('tab', { name: 'Products' })).toBeTruthy()
  })

  test('the server renders no more than the shell, and asks nobody who is there', () => {
    const ask = vi.fn()
    vi.stubGlobal('fetch', ask)
    const html = renderToString(
      <QueryClientProvider client={createDeskClient()}>
        <AdminPage />
      </QueryClientProvider>,
    )
    expect(html).toContain('Farmstand desk')
    expect(html).not.toMatch(/Total Orders|type="password"/)
    expect(ask).not.toHaveBeenCalled()
  })
})

describe('signing out', () => {
  test('leads to the gate and forgets everything that was loaded', async () => {
    const { user, client, requests } = openDesk({}, 'orders')
    await screen.findByText('Marta Lindqvist')
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await passwordField()
    expect(count(requests, 'POST /api/admin/logout')).toBe(1)
    expect(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ).toEqual([['/api/admin/session']])
  })

  test('that fails leaves the desk open and says so', async () => {
    const { user } = openDesk({ 'POST /api/admin/logout': BROKEN })
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await expectToast('Still signed in', 'Something went wrong on our side.')
    expect(screen.getByRole('tab', { name: 'Products' })).toBeTruthy()
  })
})

describe('a session that ends while the desk is open', () => {
  test('brings the gate back on the next question, and the right password brings the answer', async () => {
    const { user } = openDesk({
      'GET /api/analytics/dashboard': [
        SIGNED_OUT,
        {
          body: {
            ...{ totalOrders: 7, totalRevenue: 1, totalProducts: 2, lowStockProducts: 3 },
            testMode: false,
          },
        },
      ],
    })
    const gate = within(await screen.findByRole('dialog', { name: 'Please sign in again' }))
    await user.type(gate.getByLabelText('Password'), 'market day{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('7')).toBeTruthy()
  })

  test('keeps what was typed in an open form', async () => {
    const { user } = openDesk({ 'PUT /api/products/1': SIGNED_OUT })
    await user.click(await screen.findByRole('button', { name: 'Edit Farm Fresh Eggs, dozen' }))
    await user.type(await screen.findByLabelText('Name'), ', large')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    const gate = await gateOverForm()
    await user.type(gate.getByLabelText('Password'), 'market day{Enter}')
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Please sign in again' })).toBeNull(),
    )
    const form = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe(
      'Farm Fresh Eggs, dozen, large',
    )
    expect(
      form
        .getByRole('button', { name: 'Save Changes' })
        .closest('[role=dialog]')
        ?.contains(document.activeElement),
    ).toBe(true)
  })

  test('the gate over the desk does not go away by Escape', async () => {
    const { user } = openDesk({ 'GET /api/analytics/dashboard': SIGNED_OUT })
    await screen.findByRole('dialog', { name: 'Please sign in again' })
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Please sign in again' })).toBeTruthy()
  })
})
