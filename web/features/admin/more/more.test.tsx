import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { BookRow } from '#contract/books.ts'
import type { Mail } from '#contract/mails.ts'
import { BROKEN, NO_NOTICES, openDesk } from '../a-desk.tsx'

const MAIL: Mail = {
  id: 1,
  orderId: 128,
  recipient: 'marta@example.com',
  state: 'waiting',
  createdAt: '2026-11-20T18:05:00.000Z',
  sentAt: null,
  error: null,
  subject: 'Test order: Order #128 is in our book',
  text: 'Test order – no money was taken.\n\nHello, your order #128 is in our book.',
}

const ROW: BookRow = {
  law: 'stock',
  subject: 'product:1',
  found: 9,
  expected: 6,
  words: 'Eggs: the stock is 9, but its movements make 6.',
}

describe('the books', () => {
  test('that balance are one quiet line', async () => {
    openDesk()
    expect(await screen.findByText('Books balance')).toBeTruthy()
  })

  test('that differ are told at once, and each row can be read', async () => {
    const { user } = openDesk({ 'GET /api/books': { body: { checkedAt: '2026-11-20T18:05:00.000Z', rows: [ROW] } } })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('The books differ in one row. See which')
    await user.click(within(alert).getByRole('link', { name: 'See which' }))
    expect(await screen.findByText(ROW.words)).toBeTruthy()
    expect(screen.getByText('Checked Nov 20, 11:05 AM.')).toBeTruthy()
  })

  test('can be checked again after they could not be', async () => {
    const { user } = openDesk(
      { 'GET /api/books': [BROKEN, { body: { checkedAt: '2026-11-20T18:05:00.000Z', rows: [] } }] },
      'books',
    )
    const failed = await screen.findByRole('alert')
    await user.click(within(failed).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^Books balance: stock is/)).toBeTruthy()
  })
})

describe('the menu of what has no tab', () => {
  test('opens by keyboard and leads to a part with its own address, while no tab is chosen', async () => {
    const { user } = openDesk({ 'GET /api/mails': { body: [] } })
    const button = await screen.findByRole('button', { name: 'More' })
    button.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: 'Books' })
    await user.keyboard('{ArrowDown}{Enter}')
    expect(window.location.hash).toBe('#mails')
    expect(await screen.findByRole('heading', { name: 'Mails' })).toBeTruthy()
    expect(await screen.findByText('No mails yet.')).toBeTruthy()
    expect(screen.queryByRole('tab', { selected: true })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Orders' }))
    expect(screen.queryByRole('heading', { name: 'Mails' })).toBeNull()
  })
})

describe('the mails', () => {
  test('say to whom they go, how far they are, and can be read', async () => {
    const failing = { ...MAIL, id: 2, state: 'failing', error: 'connect ECONNREFUSED' }
    const { user } = openDesk({ 'GET /api/mails': { body: [failing, MAIL] } }, 'mails')
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toContain('Tried again')
    expect(first?.textContent).toContain('connect ECONNREFUSED')
    expect(second?.textContent).toContain('To marta@example.com')
    expect(second?.textContent).toContain('Waiting')
    if (second) await user.click(within(second).getByText(MAIL.subject))
    expect(second?.querySelector('details')?.open).toBe(true)
    expect(second?.textContent).toContain('Hello, your order #128 is in our book.')
  })
})

describe('the notices', () => {
  test('are none on a good day', async () => {
    openDesk()
    await screen.findByText('Books balance')
    expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
  })

  test('say what the owner has to do', async () => {
    const body = {
      ...NO_NOTICES,
      mailConfigured: false,
      failedRefunds: 1,
      givenUpMails: 2,
      forwardedWithoutTrust: true,
      providerAlert: 'The card provider took money that belongs to no order: pi_1.',
    }
    openDesk({ 'GET /api/admin/notices': { body } })
    const notices = within(await screen.findByRole('region', { name: 'Notices' }))
    expect(
      notices.getByText(/^Mail is not set up: mails wait here and reach nobody\. Set SMTP_URL and MAIL_FROM\./),
    ).toBeTruthy()
    expect(notices.getByText('1 refund failed. Please look at the orders.')).toBeTruthy()
    expect(notices.getByText(/^2 mails could not be sent\./)).toBeTruthy()
    expect(notices.getByText(/TRUST_PROXY is not set/)).toBeTruthy()
    expect(notices.getByText(body.providerAlert)).toBeTruthy()
  })
})
