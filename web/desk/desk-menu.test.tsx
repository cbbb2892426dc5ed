import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Mail } from '#contract/mail/mails.ts'
import type { BookRow } from '#contract/money/books.ts'
import { BALANCED_BOOKS, BROKEN, count, expectToast, NO_NOTICES, openDesk } from '#tests/a-desk.tsx'

const MAIL: Mail = {
  id: 1,
  orderId: 128,
  recipient: 'marta@example.com',
  state: 'waiting',
  createdAt: '2026-11-20T18:05:00.000Z',
  sentAt: null,
  error: null,
  subject: 'Test order: We received your order #128',
  text: 'Test order – no money was taken.\n\nHello, we received your order #128.',
}

const ROW: BookRow = {
  law: 'stock',
  subject: 'product:1',
  found: 9,
  expected: 6,
  message: 'Eggs: the stock is 9, but its movements add up to 6.',
}

const ASK_PROVIDER = 'The shop keeps trying; please check with your card provider.'

const NO_ORDERS = 'No orders can be taken until this is over; the shop tries every second.'

const DIFFERING_BOOKS = { ...BALANCED_BOOKS, rows: [ROW], differing: 1 }

describe('the books', () => {
  test('that balance are one quiet line', async () => {
    openDesk()
    expect(await screen.findByText('Books balance')).toBeTruthy()
    expect(screen.getByText(/checked Nov 20, 11:05 AM/)).toBeTruthy()
  })

  test('that were never checked do not claim to balance', async () => {
    openDesk({ 'GET /api/books': { body: { ...BALANCED_BOOKS, checkedAt: null } } })
    expect(await screen.findByText(/^The books have not been checked yet\./)).toBeTruthy()
    expect(screen.queryByText('Books balance')).toBeNull()
  })

  test('that differ are told at once, and each row can be read', async () => {
    const { user } = openDesk({ 'GET /api/books': { body: DIFFERING_BOOKS } })
    await user.click(
      await screen.findByRole('link', { name: /^The books are off in one row.*See which$/ }),
    )
    expect(await screen.findByText(ROW.message)).toBeTruthy()
    expect(screen.getByText(/^Checked Nov 20, 11:05 AM\./)).toBeTruthy()
  })

  test('can be asked for again after they could not be read', async () => {
    const { user } = openDesk({ 'GET /api/books': [BROKEN, { body: BALANCED_BOOKS }] }, 'books')
    const failed = await screen.findByRole('alert')
    await user.click(within(failed).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^Books balance: stock matches/)).toBeTruthy()
  })

  test('are checked by a click alone, and what was found shows when it is done', async () => {
    const { user, requests: requested } = openDesk(
      {
        'GET /api/books': [{ body: BALANCED_BOOKS }, { body: DIFFERING_BOOKS }],
        'POST /api/books/check': { status: 201, body: { ...BALANCED_BOOKS, isRunning: true } },
      },
      'books',
    )
    await user.click(await screen.findByRole('button', { name: 'Check now' }))
    expect(await screen.findByRole('button', { name: 'Checking…' })).toBeTruthy()
    expect(await screen.findByText(ROW.message, {}, { timeout: 5000 })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check now' })).toBeTruthy()
    expect(count(requested, 'POST /api/books/check')).toBe(1)
  })

  test('say why the last check failed', async () => {
    const failure = { at: '2026-11-20T18:05:00.000Z', message: 'The disk is full.' }
    const { user } = openDesk({ 'GET /api/books': { body: { ...BALANCED_BOOKS, failure } } })
    await user.click(
      await screen.findByRole('link', { name: /^The books could not be checked.*See why$/ }),
    )
    expect(
      await screen.findByText('The check from Nov 20, 11:05 AM failed: The disk is full.'),
    ).toBeTruthy()
  })
})

describe('the menu of what has no tab', () => {
  test('opens by keyboard and leads to a part with its own address, while no tab is chosen', async () => {
    const { user } = openDesk({ 'GET /api/mails': { body: [] } })
    const button = await screen.findByRole('button', { name: 'More' })
    button.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: 'Books' })
    await user.keyboard('ema')
    // The menu moves its focus a moment after the letters.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Emails'))
    await user.keyboard('{Enter}')
    expect(window.location.hash).toBe('#mails')
    expect(await screen.findByRole('heading', { name: 'Emails' })).toBeTruthy()
    expect(await screen.findByText('No emails yet.')).toBeTruthy()
    expect(screen.queryByRole('tab', { selected: true })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Orders' }))
    expect(screen.queryByRole('heading', { name: 'Emails' })).toBeNull()
  })
})

describe('the mails', () => {
  test('say to whom they go, how far they are, and can be read', async () => {
    const failing = { ...MAIL, id: 2, state: 'failing', error: 'connect ECONNREFUSED' }
    const { user } = openDesk({ 'GET /api/mails': { body: [failing, MAIL] } }, 'mails')
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toContain('Retrying')
    expect(first?.textContent).toContain('connect ECONNREFUSED')
    expect(second?.textContent).toContain('To marta@example.com')
    expect(second?.textContent).toContain('Waiting')
    if (second) await user.click(within(second).getByText(MAIL.subject))
    expect(second?.querySelector('details')?.open).toBe(true)
    expect(second?.textContent).toContain('Hello, we received your order #128.')
  })
})

describe('a mail that was sent or given up', () => {
  const sent: Mail = { ...MAIL, state: 'sent', sentAt: '2026-11-20T18:06:00.000Z' }

  test('can be sent again, and the list is read anew', async () => {
    const { user, requests: requested } = openDesk(
      {
        'GET /api/mails': [{ body: [sent] }, { body: [MAIL] }],
        'POST /api/mails/1/resend': { body: MAIL },
      },
      'mails',
    )
    await user.click(await screen.findByText(MAIL.subject))
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    await expectToast('Email sent again', 'To marta@example.com.')
    expect(await screen.findByText('Waiting')).toBeTruthy()
    expect(count(requested, 'POST /api/mails/1/resend')).toBe(1)
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  })

  test('says why it was not', async () => {
    const refused = {
      status: 409,
      body: { code: 'mail-waiting', message: 'This email is already on its way.' },
    }
    const { user } = openDesk(
      { 'GET /api/mails': { body: [sent] }, 'POST /api/mails/1/resend': refused },
      'mails',
    )
    await user.click(await screen.findByText(MAIL.subject))
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    await expectToast('Email not sent', 'This email is already on its way.')
  })
})

describe('the subscribers', () => {
  const ADA = {
    email: 'ada@example.com',
    state: 'subscribed',
    askedAt: '2026-11-20T18:05:00.000Z',
    confirmedAt: null,
    leftAt: null,
    consent: 'One email a week.',
  }
  const BO = { ...ADA, email: 'bo+farm@example.com' }
  const url = '/api/newsletter/subscribers'

  test('stand with what they agreed to and when, and can be found', async () => {
    const { user } = openDesk({ [`GET ${url}`]: { body: [ADA, BO] } }, 'subscribers')
    const [first] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toContain('Agreed Nov 20, 11:05 AM: “One email a week.”')
    await user.type(screen.getByRole('searchbox', { name: 'Find an address' }), 'BO+')
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('bo+farm@example.com'),
    ])
    await user.type(screen.getByRole('searchbox', { name: 'Find an address' }), 'x')
    expect(screen.getByText('No address found.')).toBeTruthy()
  })

  test('are removed after a question, and the focus goes to the search', async () => {
    const removal = `DELETE ${url}?email=bo%2Bfarm%40example.com`
    const answers = {
      [`GET ${url}`]: [{ body: [ADA, BO] }, { body: [ADA] }],
      [removal]: { status: 204 },
    }
    const { user, requests: requested } = openDesk(answers, 'subscribers')
    await user.click(await screen.findByRole('button', { name: 'Remove bo+farm@example.com' }))
    const question = await screen.findByRole('alertdialog', { name: 'Remove this subscriber?' })
    expect(count(requested, removal)).toBe(0)
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    await expectToast('Subscriber removed')
    await waitFor(() => expect(screen.queryByText('bo+farm@example.com')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find an address' }))
  })

  test('are nobody at first', async () => {
    openDesk({ [`GET ${url}`]: { body: [] } }, 'subscribers')
    expect(await screen.findByText('Nobody has subscribed yet.')).toBeTruthy()
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
      givenUpReplies: 1,
      forwardedWithoutTrust: true,
      providerAlert: 'The card provider took money that belongs to no order: pi_1.',
      scarceMegabytes: 312,
      faults: ['disk-full', 'database-held', 'database-away', 'card-key', 'clock'],
      overdue: ['capture', 'refund', 'release', 'mail', 'backup'],
      unsaidContacts: ['contact_phone', 'contact_email'],
    }
    openDesk({ 'GET /api/admin/notices': { body } })
    const notices = within(await screen.findByRole('region', { name: 'Notices' }))
    const rows = notices.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'The disk is full: no orders can be takenPlease free up space on the server. Orders resume by themselves.',
      `Another program holds the shop’s database${NO_ORDERS}`,
      `The shop’s database cannot be written${NO_ORDERS}`,
      'The card provider refuses the shop’s key: no cards can be takenPlease compare STRIPE_SECRET_KEY with your Stripe dashboard, and restart the shop.',
      'The server’s clock may be wrongOrders get their market day by it. Please compare date and time on the server (timedatectl).',
      'Only 312 MB are left on the diskWhen it is full, no orders can be taken, so please free up space.',
      `A payment has not been collected for over an hour${ASK_PROVIDER}`,
      `A refund has not gone out for over an hour${ASK_PROVIDER}`,
      `A hold on a card has not been released for over an hour${ASK_PROVIDER}`,
      'Emails have been waiting for over ten minutesThe shop keeps trying; please check with your email service.',
      'Last night’s backup was not madePlease make one under Backups.',
      `A message about card payments${body.providerAlert}`,
      'A refund failedPlease check the orders.1',
      'Emails could not be sentRead them and send them again2',
      'An answer to a question could not be sentSee the questions1',
      'Email is not set upEmails wait here and reach nobody. Set it up, with a test email.',
      'The shop says too little about your farmCustomers cannot see a phone number or an email address yet.',
      'TRUST_PROXY is not setThe shop is behind a proxy, so all visitors count as one address. Set it to the proxy.',
    ])
    const hrefs = notices.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual([
      '#backups',
      '#orders?status=needs-attention',
      '#mails',
      '#questions',
      '#setup',
      '#settings/contact_phone',
    ])
  })

  test('name whose order could not be kept, until it is ticked off', async () => {
    const mia = {
      id: 'pay-1',
      name: 'Mia Left',
      phone: '605 555 0199',
      total: 50,
      at: '2026-11-20T18:05:00.000Z',
    }
    const body = { ...NO_NOTICES, missedOrders: [{ ...mia, reason: 'Eggs is sold out.' }] }
    const { requests: requested, user } = openDesk({
      'GET /api/admin/notices': { body },
      'DELETE /api/admin/missed-orders/pay-1': { status: 204 },
    })
    const notices = within(await screen.findByRole('region', { name: 'Notices' }))
    expect(notices.getByText('Mia Left').closest('p')?.textContent).toMatch(
      /confirmed a card for \$50\.00.*: Eggs is sold out\./,
    )
    expect(notices.getByRole('link', { name: '605 555 0199' }).getAttribute('href')).toBe(
      'tel:6055550199',
    )
    await user.click(notices.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(count(requested, 'DELETE /api/admin/missed-orders/pay-1')).toBe(1))
  })
})
