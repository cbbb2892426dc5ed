import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BROKEN, count, NO_NOTICES, openDesk } from '#tests/a-desk.tsx'

const ALL = 'GET /api/admin/history/all'
const AT = '2026-11-21T16:05:00.000Z'
const PHONE = { device: 'Chrome on Android', address: '192.0.2.0/24' }
const PLAIN = { at: AT, before: null, after: null, ...PHONE }

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
  { ...PLAIN, id: 6, action: 'exported', subject: 'orders', after: { isSearch: true } },
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

test('the history says what was done, when, by which device, from which network', async () => {
  openDesk({ [ALL]: { body: { entries: ENTRIES, isMore: false } } }, 'history')
  const part = within(await screen.findByRole('region', { name: 'History' }))
  const rows = (await part.findAllByRole('listitem')).map((row) =>
    [...row.children].map((line) => line.textContent),
  )
  const when = 'Nov 21, 9:05 AM'
  expect(rows).toEqual([
    ['Signed in', `${when} · Chrome on Android, 192.0.2.0/24`],
    [
      '38 wrong passwords, the last one Nov 21, 9:44 AM',
      `${when} · An unknown browser, 2001:db8:0:1::/64`,
    ],
    [
      'Product 7, Farm Eggs: changed',
      'Price: from $5.00 to $6.00',
      `${when} · Chrome on Android, 192.0.2.0/24`,
    ],
    ['Orders downloaded as CSV', `${when} · Chrome on Android, 192.0.2.0/24`],
    ['Backup downloaded: farmstand-1.tar.zst', `${when} · Chrome on Android, 192.0.2.0/24`],
    [
      'Signed a browser out: Safari on iOS, 198.51.100.0/24',
      `${when} · Chrome on Android, 192.0.2.0/24`,
    ],
    ['Order 3: disputed', when],
  ])
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('older entries are asked for, and follow the newer ones', async () => {
  const { user, asked } = openDesk(
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
  expect(count(asked, `${ALL}?before=9`)).toBe(1)
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
  const notice = (
    await screen.findByText(/^Someone tried 38 wrong passwords at the desk today\./)
  ).closest('p')
  expect(
    notice && within(notice).getByRole('link', { name: 'See from where' }).getAttribute('href'),
  ).toBe('#history')
})
