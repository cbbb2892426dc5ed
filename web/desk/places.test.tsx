import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Mail } from '#contract/mail/mails.ts'
import type { BookRow } from '#contract/money/books.ts'
import {
  BALANCED_BOOKS,
  BROKEN,
  bodies,
  count,
  expectToast,
  NO_NOTICES,
  openDesk,
} from '#tests/a-desk.tsx'
import { movedTo, spotAt } from './dashboard.tsx'
import { titleOf } from './routes.ts'

const MAIL: Mail = {
  id: 1,
  orderId: 128,
  recipient: 'marta@example.com',
  state: 'waiting',
  createdAt: '2026-11-20T18:05:00.000Z',
  sentAt: null,
  error: null,
  subject: 'Test order: We received your order #128',
  text: 'Test order – no money was taken.\n\nHi, thanks for your order #128!',
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

/** What each address of earlier desks shows, and where it stands now if that is another. */
const OLD: Record<string, [title: string, address?: string]> = {
  ...{ lists: ['Print & lists'], weights: ['Weights and refunds'], sales: ['Sales'] },
  ...{ stall: ['Helpers’ phones'], stock: ['Stock count'], calls: ['Calls to make'] },
  ...{ calendar: ['Market days & places'], 'calendar/places': ['Market days & places'] },
  ...{ figures: ['Money', 'money'], 'figures/last-month': ['Money', 'money/last-month'] },
  ...{ books: ['Money', 'money/books'], mails: ['Emails'], subscribers: ['Subscribers'] },
  ...{ newsletter: ['Customers'], questions: ['Customers'], customers: ['Customers'] },
  ...{ setup: ['Email', 'email'], 'setup/mail': ['Email', 'email/server'], backups: ['Backup'] },
  ...{ 'setup/cards': ['Taking money', 'taking-money'], history: ['Activity'] },
  ...{ people: ['People & sign-in'], sessions: ['People & sign-in'] },
  ...{ password: ['People & sign-in'], passkeys: ['People & sign-in'] },
  ...{ settings: ['Settings'], 'settings/farm_name': ['Settings'], recipes: ['Recipes'] },
  ...{ pages: ['Pages'], products: ['Products'], orders: ['Orders'] },
}

const DIFFERING_BOOKS = { ...BALANCED_BOOKS, rows: [ROW], differing: 1 }

const booksPart = async () => within(await screen.findByRole('region', { name: 'Books' }))

describe('the books', () => {
  test('that match are one quiet line of Money, and nothing on Today', async () => {
    openDesk({}, 'money/books')
    const books = await booksPart()
    expect(await books.findByText(/^Books match .*, checked Nov 20, 11:05 AM\.$/)).toBeTruthy()
    window.location.hash = 'today'
    await screen.findByRole('link', { name: 'Open the market' })
    expect(screen.queryByText(/[Bb]ooks/)).toBeNull()
  })

  test('that were never checked do not claim to match', async () => {
    openDesk({ 'GET /api/books': { body: { ...BALANCED_BOOKS, checkedAt: null } } }, 'money/books')
    expect(await (await booksPart()).findByText('Books not checked yet.')).toBeTruthy()
    expect(screen.queryByText(/^Books match/)).toBeNull()
  })

  test('that differ are told on Today at once, and each row can be read', async () => {
    const { user } = openDesk({ 'GET /api/books': { body: DIFFERING_BOOKS } })
    await user.click(
      await screen.findByRole('link', { name: /^The books are off in one row.*See which$/ }),
    )
    expect(await screen.findByText(ROW.message)).toBeTruthy()
    expect(screen.getByText('Books are off, checked Nov 20, 11:05 AM.')).toBeTruthy()
  })

  test('can be asked for again after they could not be read', async () => {
    const answers = { 'GET /api/books': [BROKEN, { body: BALANCED_BOOKS }] }
    const { user } = openDesk(answers, 'money/books')
    const books = await booksPart()
    await user.click(await books.findByRole('button', { name: 'Try again' }))
    expect(await books.findByText(/^Books match/)).toBeTruthy()
  })

  test('are checked by a click alone, and what was found shows when it is done', async () => {
    const { user, requests } = openDesk(
      {
        'GET /api/books': [{ body: BALANCED_BOOKS }, { body: DIFFERING_BOOKS }],
        'POST /api/books/check': { status: 201, body: { ...BALANCED_BOOKS, isRunning: true } },
      },
      'money/books',
    )
    await user.click(await screen.findByRole('button', { name: 'Check now' }))
    expect(await screen.findByRole('button', { name: 'Checking…' })).toBeTruthy()
    expect(await screen.findByText(ROW.message, {}, { timeout: 5000 })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check now' })).toBeTruthy()
    expect(count(requests, 'POST /api/books/check')).toBe(1)
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

describe('the places', () => {
  test('are nine on a laptop and five on a phone, and no page is named by two of them', async () => {
    openDesk({}, 'more')
    const bar = within(await screen.findByRole('navigation', { name: 'Desk' }))
    const links = bar.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(new Set(links).size).toBe(links.length)
    expect(bar.getByRole('link', { name: 'More', current: 'page' })).toBeTruthy()
    await screen.findByRole('heading', { name: 'More' })
    const rows = within(screen.getByRole('main')).getAllByRole('link')
    const [front, behind] = [links.slice(0, 4), links.slice(4, -1)]
    const named = rows.map((row) => row.getAttribute('href'))
    expect(new Set(named).size).toBe(named.length)
    expect(front.filter((href) => named.includes(href?.replace('/admin', '') ?? ''))).toEqual([])
    expect(behind.every((href) => named.includes(href?.replace('/admin', '') ?? ''))).toBe(true)
  })

  test('a page has its own address, its place is marked, and no tab stands over it', async () => {
    const { user } = openDesk({ 'GET /api/questions': { body: [] } }, 'questions')
    expect(await screen.findByRole('heading', { name: 'Customers' })).toBeTruthy()
    const bar = within(screen.getByRole('navigation', { name: 'Desk' }))
    expect(bar.getByRole('link', { name: 'Customers', current: 'page' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Questions', current: 'page' })).toBeTruthy()
    expect(screen.queryByRole('tab')).toBeNull()
    await user.click(bar.getByRole('link', { name: 'Orders' }))
    expect(await screen.findByRole('tab', { name: 'Orders', selected: true })).toBeTruthy()
  })

  test.each(Object.entries(OLD))('the old address #%s leads to %s', (old, [title, now = old]) => {
    expect(movedTo(old) ?? `#${old}`).toBe(`#${now}`)
    const { page, tab } = spotAt(now)
    expect(page ? titleOf(page) : tab?.label).toBe(title)
  })

  test('a bookmark of what the desk had for the market leads to where that is now', () => {
    const parts = ['sell', 'cash/7', 'truck', 'not-picked-up/12', 'sales/2026-11-21']
    expect(['market', ...parts.map((part) => `market/${part}`), 'orders/7'].map(movedTo)).toEqual([
      ...['/admin/stall#sell', '/admin/stall#sell', '/admin/stall?day=7#close'],
      ...['/admin/stall#close/truck', '/admin/stall#close/no-shows', '#sales/2026-11-21', null],
    ])
  })

  test('an old address is followed, and the page stands under its title', async () => {
    openDesk({}, 'books')
    expect(await screen.findByRole('heading', { level: 2, name: 'Money' })).toBeTruthy()
    expect(window.location.hash).toBe('#money/books')
  })

  test.each(['lists/none/pack', 'lists/2026-13-45', 'treasure', 'today/whatever'])(
    'the wrong address #%s shows Today',
    (wrong) => expect(spotAt(wrong)).toEqual({ here: 'today' }),
  )
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
    expect(second?.textContent).toContain('Hi, thanks for your order #128!')
  })
})

describe('a mail that was sent or given up', () => {
  const sent: Mail = { ...MAIL, state: 'sent', sentAt: '2026-11-20T18:06:00.000Z' }

  test('can be sent again, and the list is read anew', async () => {
    const { user, requests } = openDesk(
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
    expect(count(requests, 'POST /api/mails/1/resend')).toBe(1)
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
    const { user, requests } = openDesk(answers, 'subscribers')
    await user.click(await screen.findByRole('button', { name: 'Remove bo+farm@example.com' }))
    const question = await screen.findByRole('alertdialog', { name: 'Remove this subscriber?' })
    expect(count(requests, removal)).toBe(0)
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    await expectToast('Subscriber removed')
    await waitFor(() => expect(screen.queryByText('bo+farm@example.com')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find an address' }))
  })

  test('of a list are looked at first, its bad rows are named, and it is applied as it was looked at', async () => {
    const call = `POST ${url}/import`
    const csv = 'email,asked\nada@example.com,2024-05-01\nben,\n'
    const added = { row: 2, who: 'ada@example.com', outcome: 'added', message: null }
    const refused = { row: 3, who: 'ben', outcome: 'refused', message: 'Not an address.' }
    const seen = { applied: false, plan: 'p1', rows: [added, refused] }
    const { user, requests } = openDesk(
      {
        [`GET ${url}`]: { body: [] },
        [call]: [{ body: seen }, { body: { ...seen, applied: true } }],
      },
      'subscribers',
    )
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import subscribers' }))
    const file = new File([csv], 'list.csv', { type: 'text/csv' })
    await user.upload(dialog.getByLabelText('Choose CSV file'), file)
    await dialog.findByText('1 new, 0 already here, 1 refused')
    expect(dialog.getByText('Row 3 ben').closest('li')?.textContent).toContain('Not an address.')
    await user.click(dialog.getByRole('button', { name: 'Import 1 row' }))
    await expectToast('Subscribers imported', '1 added.')
    const applied = { csv, plan: 'p1', apply: true, skipRefused: true }
    expect(bodies(requests, call)).toEqual([{ csv }, applied])
    await waitFor(() => expect(count(requests, `GET ${url}`)).toBe(2))
  })

  test('are nobody at first', async () => {
    openDesk({ [`GET ${url}`]: { body: [] } }, 'subscribers')
    expect(await screen.findByText('Nobody has subscribed yet.')).toBeTruthy()
  })
})

describe('the notices', () => {
  test('are none on a good day', async () => {
    openDesk()
    await screen.findByRole('link', { name: 'Open the market' })
    expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
  })

  test('say what the owner has to do', async () => {
    const body = {
      ...NO_NOTICES,
      mailConfigured: false,
      failedRefunds: 1,
      hooksGivenUp: 1,
      givenUpMails: 2,
      givenUpReplies: 1,
      forwardedWithoutTrust: true,
      providerAlert: 'The card provider took money that belongs to no order: pi_1.',
      scarceMegabytes: 312,
      faults: ['disk-full', 'database-held', 'database-away', 'card-key', 'clock'],
      overdue: ['capture', 'refund', 'release', 'mail', 'backup', 'copy'],
      unsaidContacts: ['contact_phone', 'contact_email'],
    }
    openDesk({ 'GET /api/admin/notices': { body } })
    const notices = within(await screen.findByRole('region', { name: 'Notices' }))
    const rows = notices.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'The disk is full: no orders can be takenPlease free up space on the server. Orders resume by themselves.',
      `Another program holds the shop’s database${NO_ORDERS}`,
      `The shop’s database cannot be written${NO_ORDERS}`,
      'The card provider refuses the shop’s key: no cards can be takenPlease set a new one under Settings → Taking money. If the keys are set on the server, change STRIPE_SECRET_KEY there and restart the shop.',
      'The server’s clock may be wrongOrders get their market day by it. Please compare date and time on the server (timedatectl).',
      'Only 312 MB are left on the diskWhen it is full, no orders can be taken, so please free up space.',
      `A payment has not been collected for over an hour${ASK_PROVIDER}`,
      `A refund has not gone out for over an hour${ASK_PROVIDER}`,
      `A hold on a card has not been released for over an hour${ASK_PROVIDER}`,
      'Emails have been waiting for over ten minutesThe shop keeps trying; please check with your email service.',
      'Last night’s backup was not madePlease make one under Settings › Backup.',
      'The last backup was not copied off the serverSee why',
      `A message about card payments${body.providerAlert}`,
      'A refund failedPlease check the orders.1',
      'Another program is told nothing anymoreIt did not answer, or wants no more. See Connections.1',
      'Emails could not be sentRead them and send them again2',
      'An answer to a question could not be sentSee the questions1',
      'Email is not set upEmails aren’t going out yet. Set it up, with a test email.',
      'Your shop is missing contact infoCustomers cannot see a phone number or an email address yet.',
      'TRUST_PROXY is not setThe shop is behind a proxy, so all visitors count as one address. Set it to the proxy.',
    ])
    const hrefs = notices.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual([
      '#backups',
      '#backups',
      '#orders?status=needs-attention',
      '#connections',
      '#mails',
      '#questions',
      '#email',
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
    const { requests, user } = openDesk({
      'GET /api/admin/notices': { body },
      'DELETE /api/admin/missed-orders/pay-1': { status: 204 },
    })
    const notices = within(await screen.findByRole('region', { name: 'Notices' }))
    expect(notices.getByText('Mia Left').closest('p')?.textContent).toMatch(
      /confirmed a card for \$50\.00.*: Eggs is sold out\./,
    )
    expect(notices.getByRole('link', { name: '605 555 0199' }).getAttribute('href')).toBe(
      'tel:+16055550199',
    )
    await user.click(notices.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(count(requests, 'DELETE /api/admin/missed-orders/pay-1')).toBe(1))
  })
})
