import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BackupDesk } from '#contract/backups/backups.ts'
import type { RestoreDesk, RestoreReport } from '#contract/backups/restore.ts'
import { type Answers, bodies, expectToast, NO_RESTORE, openDesk } from '#tests/a-desk.tsx'

const NAME = 'farmstand-2026-11-20T10-00-00Z.tar.zst'
const MADE = '2026-11-20T10:00:00.000Z'

const DESK: BackupDesk = {
  backups: [{ name: NAME, kind: 'by-hand', madeAt: MADE, bytes: 540_000, isEncrypted: false }],
  ...{ folder: '/srv/farm/backups', isEncrypted: false, passphraseSetBy: null },
  ...{ whyNoPassphrase: null, nextNightly: null, running: null, failure: null, offSite: null },
}

const HELD = { taken: 100, givenBack: 5, pages: 1, pictures: 3, subscribers: 2, products: 24 }

const REPORT: RestoreReport = {
  ...{ id: 'c1', name: NAME, bytes: 540_000, madeAt: MADE, isSameShop: true, passkeys: 0 },
  ...{
    differences: [{ label: 'Eggs, price', before: '$6.00', after: '$5.50' }],
    moreDifferences: 2,
  },
  ...{ isOlderRelease: false, booksDiffer: 0, since: { orders: 2, total: 31.5 } },
  before: { ...HELD, orders: 12, newestOrderAt: '2026-11-21T10:00:00.000Z' },
  after: { ...HELD, orders: 10, newestOrderAt: MADE },
}

const CHECKED: RestoreDesk = { ...NO_RESTORE, report: REPORT }
const SHOW = { 'GET /api/backups': { body: DESK } }

const openBackups = (more: Answers) => openDesk({ ...SHOW, ...more }, 'backups')

/** Nothing is read of a backup before that was said. */
async function checkIt(user: ReturnType<typeof openDesk>['user']) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Check this backup?' }))
  await user.click(dialog.getByRole('button', { name: 'Check it' }))
}

test('a backup of the list is checked, shown beside the shop of now, and left to the next start', async () => {
  const checked = { ...CHECKED, restartsItself: false }
  const waiting = { ...checked, isWaiting: true }
  const { user, requests } = openBackups({
    'GET /api/restore': [{ body: NO_RESTORE }, { body: checked }, { body: waiting }],
    'POST /api/restore/check': { body: CHECKED },
    'POST /api/restore': { body: waiting },
  })
  await user.click(await screen.findByRole('button', { name: /^Restore the backup from/ }))
  await checkIt(user)
  const card = within(await screen.findByRole('region', { name: 'Restore a backup' }))
  expect((await card.findByRole('row', { name: /^Orders/ })).textContent).toBe('Orders1210')
  expect(card.getByRole('row', { name: 'Eggs, price $6.00 $5.50' })).toBeTruthy()
  expect(card.getByText('And 2 more changes of products and settings.')).toBeTruthy()
  expect(bodies(requests, 'POST /api/restore/check')).toEqual([{ name: NAME }])
  const lost = card.getByText('2 orders for').closest('p')?.textContent
  expect(lost).toMatch(/^2 orders for \$31\.50 came after this backup\./)
  await user.click(card.getByRole('button', { name: 'Restore…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Restore Nov 20/ }))
  await user.click(dialog.getByRole('button', { name: 'Restore on restart' }))
  await expectToast('Restored on the next start')
  expect(bodies(requests, 'POST /api/restore').at(-1)).toEqual({ id: 'c1' })
  expect(await card.findByText(/^The next start of the shop restores Nov 20/)).toBeTruthy()
  expect(card.getByRole('button', { name: 'Cancel restore' })).toBeTruthy()
})

test('where the shop restarts by itself nobody is sent to its computer', async () => {
  const waiting = { ...CHECKED, isWaiting: true }
  const { user } = openBackups({
    'GET /api/restore': [{ body: CHECKED }, { body: waiting }],
    'POST /api/restore': { body: waiting },
  })
  await user.click(await screen.findByRole('button', { name: 'Restore…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Restore Nov 20/ }))
  await user.click(dialog.getByRole('button', { name: 'Restore and restart' }))
  await expectToast('The shop restarts', 'Sign in again in a moment.')
  expect(await screen.findByText(/^The shop restarts with the backup/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel restore' })).toBeNull()
})

test('another shop’s backup says that its password and passkeys will open the desk', async () => {
  const foreign = { ...REPORT, isSameShop: false, passkeys: 2 }
  openBackups({ 'GET /api/restore': { body: { ...NO_RESTORE, report: foreign } } })
  const said = await screen.findByText(/^This backup is from another shop\./)
  expect(said.textContent).toContain('2 passkeys of that shop will open the desk, too.')
})

test('a file of this device is sent in pieces, and one that is no backup is said to be none', async () => {
  const upload = { id: 'u1', name: 'x.zst', bytes: 3, received: 0 }
  const failure = 'This is not a backup of a Farmstand shop.'
  const { user, requests } = openBackups({
    'GET /api/restore': [
      { body: NO_RESTORE },
      { body: { ...NO_RESTORE, upload: { ...upload, received: 3 } } },
      { body: { ...NO_RESTORE, upload: { ...upload, received: 3 } } },
      { body: { ...NO_RESTORE, failure } },
    ],
    'POST /api/restore/uploads': { status: 201, body: { ...NO_RESTORE, upload } },
    'POST /api/restore/uploads/u1/pieces': { body: { received: 3 } },
    'POST /api/restore/check': { body: { ...NO_RESTORE, upload, checking: { rows: 0 } } },
  })
  await user.upload(await screen.findByLabelText('Choose a file'), new File(['abc'], 'x.zst'))
  await checkIt(user)
  expect((await screen.findByRole('alert')).textContent).toBe(`${failure} Nothing was changed.`)
  expect(bodies(requests, 'POST /api/restore/uploads')).toEqual([{ name: 'x.zst', bytes: 3 }])
  expect(bodies(requests, 'POST /api/restore/uploads/u1/pieces')).toEqual([
    { offset: 0, base64: btoa('abc') },
  ])
})

test('a passphrase is typed twice, and not sent where the two differ', async () => {
  const { user, requests } = openBackups({
    'PUT /api/backups/passphrase': { body: { ...DESK, isEncrypted: true } },
  })
  await user.click(await screen.findByRole('button', { name: 'Choose a passphrase' }))
  const dialog = within(await screen.findByRole('dialog'))
  const typed = ['seven brown hens', 'seven brown hen']
  const labels = ['Passphrase', 'The same again, from the paper']
  for (const [index, label] of labels.entries())
    await user.type(dialog.getByLabelText(label), typed[index] ?? '')
  await user.click(dialog.getByRole('button', { name: 'Use this passphrase' }))
  expect(dialog.getByText(/^That is not the same passphrase/)).toBeTruthy()
  expect(bodies(requests, 'PUT /api/backups/passphrase')).toEqual([])
  await user.type(dialog.getByLabelText(labels[1] ?? ''), 's')
  await user.click(dialog.getByRole('button', { name: 'Use this passphrase' }))
  await expectToast('Passphrase set')
  expect(bodies(requests, 'PUT /api/backups/passphrase')).toEqual([
    { passphrase: typed[0], again: typed[0] },
  ])
})
