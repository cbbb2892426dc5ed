import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RECORDED } from '#contract/people/history.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { BROKEN, count, NO_NOTICES, openDesk } from '#tests/a-desk.tsx'
import { formatDeskEntry } from './history-page.tsx'

const ALL = 'GET /api/admin/history/all'
const AT = '2026-11-21T16:05:00.000Z'
const PHONE = { device: 'Chrome on Android', address: '192.0.2.0/24' }
const PLAIN = { at: AT, before: null, after: null, person: null, ...PHONE }

const ENTRIES = [
  { ...PLAIN, id: 9, action: 'signed in', subject: 'desk' },
  {
    ...{ ...PLAIN, id: 8, action: 'refused', subject: 'wrong-password:2026-11-21T16' },
    ...{
      after: { times: 38, lastAt: '2026-11-21T16:44:00.000Z' },
      device: null,
      address: '2001:db8:0:1::/64',
    },
  },
  {
    ...{ ...PLAIN, id: 7, action: 'changed', subject: 'product:7' },
    ...{ before: { name: 'Farm Eggs', price: 5 }, after: { name: 'Farm Eggs', price: 6 } },
  },
  {
    ...PLAIN,
    id: 6,
    action: 'exported',
    person: 'Anna',
    subject: 'orders',
    after: { isSearch: true },
  },
  {
    ...PLAIN,
    id: 5,
    action: 'downloaded',
    subject: 'backup',
    after: { name: 'farmstand-1.tar.zst' },
  },
  {
    ...PLAIN,
    id: 4,
    action: 'ended',
    subject: 'session',
    before: { device: 'Safari on iOS', address: '198.51.100.0/24' },
  },
  { ...PLAIN, id: 3, action: 'disputed', subject: 'order:3', device: null, address: null },
]

test('the history says what was done, when, by whom, by which device, from which network', async () => {
  openDesk({ [ALL]: { body: { entries: ENTRIES, isMore: false } } }, 'history')
  const part = within(await screen.findByRole('region', { name: 'Activity' }))
  const rows = (await part.findAllByRole('listitem')).map((row) =>
    [...row.children].map((line) => line.textContent),
  )
  const when = 'Nov 21, 9:05 AM'
  expect(rows).toEqual([
    ['Signed in', `${when} · Chrome on Android, 192.0.2.x`],
    [
      '38 wrong passwords, the last one Nov 21, 9:44 AM',
      `${when} · An unknown browser, 2001:db8:0:1::x`,
    ],
    ['Farm Eggs changed', 'Price: from $5.00 to $6.00', `${when} · Chrome on Android, 192.0.2.x`],
    ['Orders downloaded as CSV', `${when} · Anna · Chrome on Android, 192.0.2.x`],
    ['Backup downloaded: farmstand-1.tar.zst', `${when} · Chrome on Android, 192.0.2.x`],
    ['Signed a browser out: Safari on iOS, 198.51.100.x', `${when} · Chrome on Android, 192.0.2.x`],
    ['Order 3: the customer disputed the charge', when],
  ])
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('older entries are asked for, and follow the newer ones', async () => {
  const { user, requests } = openDesk(
    {
      [ALL]: { body: { entries: ENTRIES.slice(0, 1), isMore: true } },
      [`${ALL}?before=9`]: {
        body: { entries: [{ ...ENTRIES[0], id: 2, action: 'signed out' }], isMore: false },
      },
    },
    'history',
  )
  await user.click(await screen.findByRole('button', { name: 'Show older' }))
  expect(await screen.findByText('Signed out')).toBeTruthy()
  expect(screen.getByText('Signed in')).toBeTruthy()
  expect(count(requests, `${ALL}?before=9`)).toBe(1)
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('an empty history says so, and one that cannot be loaded can be asked again', async () => {
  const { user } = openDesk(
    { [ALL]: [BROKEN, { body: { entries: [], isMore: false } }] },
    'history',
  )
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing has been done at the desk yet.')).toBeTruthy()
})

test('the desk says how many wrong passwords were tried today, and leads to where from', async () => {
  openDesk({ 'GET /api/admin/notices': { body: { ...NO_NOTICES, wrongTriesToday: 38 } } })
  const notice = await screen.findByRole('link', { name: /^Wrong passwords entered today/ })
  expect([notice.getAttribute('href'), notice.textContent]).toEqual([
    '#history',
    'Wrong passwords entered todaySee from where38',
  ])
})

const FRIDAY = { place: 'Farmers market', day: '2026-11-27' }
const SATURDAY = { place: 'Farm store', day: '2026-11-28' }
const RULE = { placeId: 2, place: 'Farm store', weekday: 6, everyWeeks: 1 }
const SHORT = { ...RULE, opens: '09:00', closes: '12:00', orderDays: 2, orderTime: '20:00' }
const OPEN = { opens: '09:00', closes: '12:00', capacity: null, state: 'open' }
const OFF = { placeId: null, place: null, fromDay: '2026-12-24', untilDay: '2027-01-02' }
const CLOSED = {
  ...FRIDAY,
  message: 'A storm is coming.',
  moveTo: 9,
  orders: [
    [1, 0],
    [2, 0],
  ],
}
const sent = { ...SATURDAY, people: 33, message: 'We come at ten.' }

test('whatever may be done has a sentence, without names that only the shop’s books use', () => {
  const told = {
    name: 'Eggs',
    title: 'About us',
    label: 'Blue phone',
    note: 'Sold eggs',
    ...SATURDAY,
  }
  const states = { ...told, until: '2026-12-05', fromDay: '2026-12-24', untilDay: '2026-12-24' }
  const empty = { ...PLAIN, id: 1, before: states, after: states }
  const named = Object.entries(RECORDED).flatMap(([kind, actions]) =>
    actions.map((action) => ({
      kind,
      action,
      subject: kind === 'setting' ? 'setting:farm_logo' : `${kind}:0b7c3f6e-1f0a-4d53`,
    })),
  )
  for (const { action, subject } of named) {
    const sentence = formatDeskEntry({ ...empty, action, subject }, farmDates('America/Denver'))
    expect(sentence).toMatch(/^[A-Z0].{5,}/)
    expect(sentence).not.toMatch(/undefined|null|NaN|written-down|goods-changed/)
    if (!subject.startsWith('order:')) expect(sentence).not.toContain('0b7c3f6e')
  }
})

const READ: [what: string, before: object | null, after: object | null, lines: string[]][] = [
  ['created place:4', null, { name: 'Town hall' }, ['Town hall added']],
  [
    'changed place:4',
    { name: 'Town hall', address: '' },
    { name: 'Town hall', address: '1 Main St' },
    ['Town hall changed', 'Address: from nothing to 1 Main St'],
  ],
  [
    'market days made place:4',
    null,
    { place: 'Town hall', days: ['2026-12-05', '2026-12-12'] },
    ['Days added at Town hall: Saturday, Dec 5 and Saturday, Dec 12'],
  ],
  ['created rule:3', null, SHORT, ['Rule added for Farm store: Every Saturday, 9am to noon']],
  [
    'changed rule:3',
    SHORT,
    { ...SHORT, orderDays: 1 },
    [
      'Rule of Farm store changed: Every Saturday, 9am to noon',
      'Order cutoff, days before: from 2 to 1',
    ],
  ],
  ['deleted rule:3', SHORT, null, ['Rule of Farm store deleted: Every Saturday, 9am to noon']],
  ['created closure:1', null, OFF, ['Days off added at all places: Dec 24 to Jan 2']],
  [
    'deleted closure:1',
    { ...OFF, place: 'Farm store', untilDay: '2026-12-24' },
    null,
    ['Days off taken back at Farm store: Dec 24'],
  ],
  [
    'changed day:8',
    OPEN,
    { ...OPEN, ...SATURDAY, capacity: 40 },
    ['Farm store on Saturday, Nov 28 changed', 'Order limit: from any number to 40'],
  ],
  [
    'changed day:8',
    { ...OPEN, state: 'closed' },
    { ...OPEN, ...SATURDAY },
    ['Farm store on Saturday, Nov 28 opened again', 'Day: from closed to open'],
  ],
  [
    'closed day:8',
    null,
    CLOSED,
    [
      'Farmers market on Friday, Nov 27 closed, with 2 orders on it',
      'Buyers read: “A storm is coming.”',
    ],
  ],
  [
    'ready day:8',
    null,
    sent,
    ['33 people told that their orders are ready, Farm store on Saturday, Nov 28'],
  ],
  [
    'written to day:8',
    null,
    sent,
    [
      'Message sent to 33 people of Farm store on Saturday, Nov 28',
      'Buyers read: “We come at ten.”',
    ],
  ],
  [
    'moved order:7',
    FRIDAY,
    SATURDAY,
    ['Order 7 moved from Farmers market on Friday, Nov 27 to Farm store on Saturday, Nov 28'],
  ],
  [
    'goods-changed order:2',
    null,
    {
      ...{ reason: '', refunded: 2.5, ...SATURDAY },
      lines: [
        { productId: 1, name: 'Eggs', units: -2, amount: -10 },
        { productId: 3, name: 'Ruby Beets', units: 1, amount: 7.5 },
      ],
    },
    [
      'Order 2 changed: 2 × Eggs taken out and 1 × Ruby Beets added; moved to Farm store on Saturday, Nov 28; $2.50 goes back',
    ],
  ],
  [
    'changed order:3',
    { weighed: 'Whole chicken: not weighed' },
    { weighed: 'Whole chicken: 4.3 lb' },
    ['Order 3 changed', 'Whole chicken: 4.3 lb'],
  ],
  [
    'written-down order:8',
    null,
    { total: 24, paidBy: 'Cash' },
    ['Order 8 written down: $24.00, paid by Cash'],
  ],
  ['noted sale:0b7c', null, { note: 'Sold 2 × Eggs for $9.50' }, ['Sold 2 × Eggs for $9.50']],
  [
    'noted day:1',
    null,
    { ...SATURDAY, note: '$12.00 was paid out of the cash box: Ice' },
    ['Farm store on Saturday, Nov 28: $12.00 was paid out of the cash box: Ice'],
  ],
  [
    'shared short:13',
    null,
    { product: 'Eggs', have: 8, changed: 2, ended: 1, refunded: 10 },
    ['Eggs was short: 8 shared out, 3 orders changed, $10.00 goes back'],
  ],
  [
    'contact-changed order:7',
    null,
    { fields: ['name', 'email'] },
    ['Order 7: customer’s name and email corrected'],
  ],
  ['cancelled order:7', null, { status: 'cancelled' }, ['Order 7 canceled by its buyer']],
  ['settled order:7', { isSettled: false }, { isSettled: true }, ['Order 7 settled by phone']],
  [
    'paused shop',
    null,
    { message: 'We rest.', resumesAt: '2026-12-01T16:00:00.000Z' },
    ['Stopped taking orders until Dec 1, 9:00 AM', 'Buyers read: “We rest.”'],
  ],
  [
    'changed setting:farm_logo',
    { value: '' },
    { value: `/uploads/${'a'.repeat(32)}.webp` },
    ['Logo changed', 'Value: from nothing to a picture'],
  ],
  ['resumed shop', { message: 'We rest.' }, null, ['Took orders again']],
  [
    'changed email',
    null,
    { server: 'smtp.example.com:465', from: 'orders@farm.example' },
    [
      'Email settings changed',
      'Mail server: from nothing to smtp.example.com:465',
      'Emails come from: from nothing to orders@farm.example',
    ],
  ],
  ['changed passphrase', null, null, ['Passphrase of backups changed']],
  ['restored shop', null, { name: 'b.tar.zst' }, ['The shop went back to a backup: b.tar.zst']],
]

test('the history reads as sentences', async () => {
  const entries = READ.map(([what, before, after], place) => {
    const [, action = '', subject = ''] = /^(.+) (\S+)$/.exec(what) ?? []
    return { ...PLAIN, id: place + 1, action, subject, before, after }
  })
  openDesk({ [ALL]: { body: { entries, isMore: false } } }, 'history')
  const part = within(await screen.findByRole('region', { name: 'Activity' }))
  const rows = (await part.findAllByRole('listitem')).map((row) =>
    [...row.children].slice(0, -1).map((line) => line.textContent),
  )
  expect(rows.map((lines, place) => [READ[place]?.[0], lines])).toEqual(
    READ.map(([what, , , lines]) => [what, lines]),
  )
})
