import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BackupDesk } from '#contract/backups/backups.ts'
import {
  type Answers,
  BROKEN,
  count,
  expectToast,
  NO_NOTICES,
  openDesk,
  tapTwice,
} from '#tests/a-desk.tsx'
import { formatBytes } from '#web/ui/format.ts'

const NIGHT = {
  name: 'farmstand-nightly-2026-11-20T10-00-00Z.tar.zst.age',
  kind: 'nightly' as const,
  madeAt: '2026-11-20T10:00:00.000Z',
  bytes: 540_000,
  isEncrypted: true,
}

const DESK: BackupDesk = {
  backups: [NIGHT],
  folder: '/srv/farm/backups',
  isEncrypted: true,
  passphraseSetBy: 'environment',
  whyNoPassphrase: 'The passphrase is set by BACKUP_PASSPHRASE on the server.',
  nextNightly: '2026-11-21T10:00:00.000Z',
  running: null,
  failure: null,
  offSite: null,
}
const SHOW = 'GET /api/backups'
const MAKE = 'POST /api/backups'

const openBackups = (answers: Answers) => openDesk(answers, 'backups')

test('the backups stand with size and day, to download, with what comes next and how to go back', async () => {
  openBackups({ [SHOW]: { body: DESK } })
  const link = await screen.findByRole('link', { name: 'Download the backup from Nov 20, 3:00 AM' })
  expect(link.getAttribute('href')).toBe(`/api/backups/file?name=${NIGHT.name}`)
  const row = screen.getByText(NIGHT.name).closest('li')
  expect(row?.textContent).toContain('527 KB')
  expect(row?.textContent).toContain('Nightly')
  expect(row?.textContent).toContain('Encrypted')
  expect(await screen.findByText('The next one: Nov 21, 3:00 AM.')).toBeTruthy()
  expect(screen.getByText(/^Backups are encrypted\. Keep the passphrase on paper/)).toBeTruthy()
  // The passphrase is set by the server's variable, so the desk offers no button.
  expect(screen.queryByRole('button', { name: /passphrase/ })).toBeNull()
  expect(
    screen.getByText(/farmstand restore \/srv\/farm\/backups\/farmstand-nightly-2026/),
  ).toBeTruthy()
})

test('one is made by a click, shows how far it is, and stands in the list when it is done', async () => {
  const running = { ...DESK, backups: [], running: { done: 1200, total: 5000, secondsLeft: 150 } }
  const { requests } = openBackups({
    [SHOW]: [{ body: { ...DESK, backups: [], isEncrypted: false } }, { body: DESK }],
    [MAKE]: { status: 201, body: running },
  })
  expect(await screen.findByText('No backups yet.')).toBeTruthy()
  tapTwice(screen.getByRole('button', { name: 'Back up now' }))
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Backing up' })
  expect([bar.value, bar.max]).toEqual([1200, 5000])
  expect(screen.getByText('24%, about 3 min left')).toBeTruthy()
  expect(await screen.findByText(NIGHT.name, {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.queryByRole('progressbar', { name: 'Backing up' })).toBeNull()
  expect(count(requests, MAKE)).toBe(1)
})

test('a failure is told at the head of the desk and in full with the backups', async () => {
  const failure = { at: '2026-11-20T10:00:00.000Z', message: 'The disk is full.' }
  const { user } = openDesk({
    'GET /api/admin/notices': { body: { ...NO_NOTICES, backupFailure: failure.message } },
    [SHOW]: { body: { ...DESK, failure } },
  })
  const notices = await screen.findByRole('region', { name: 'Notices' })
  await user.click(within(notices).getByRole('link', { name: /See why$/ }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The backup from Nov 20, 3:00 AM failed: The disk is full.',
  )
})

test('where copies go is said, with the last that arrived and why the next did not', async () => {
  const { place, last } = { place: 'in farm at https://objects.example', last: NIGHT.madeAt }
  const failure = { at: '2026-11-20T18:00:00.000Z', message: 'BACKUP_S3_URL: AccessDenied' }
  const first = { ...DESK, offSite: { place, last: null, failure: null } }
  const later = { ...DESK, offSite: { place, last, failure } }
  openBackups({ [SHOW]: { body: first } })
  expect(await screen.findByText(/None of them is in farm at https:/)).toBeTruthy()
  cleanup()
  openBackups({ [SHOW]: { body: later } })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The copy off the server from Nov 20, 11:00 AM failed: BACKUP_S3_URL: AccessDenied',
  )
  expect(screen.getByText(/The one from Nov 20, 3:00 AM is also in farm at https:/)).toBeTruthy()
})

test('a second one at the same time is refused in words', async () => {
  const refused = {
    status: 409,
    body: { code: 'backup-running', message: 'A backup is already in progress.' },
  }
  const { user } = openBackups({ [SHOW]: { body: DESK }, [MAKE]: refused })
  await user.click(await screen.findByRole('button', { name: 'Back up now' }))
  await expectToast('No backup', 'A backup is already in progress.')
})

test('the night’s one is turned off and how many are kept is chosen, each stored at once', async () => {
  const { user, requests } = openBackups({
    [SHOW]: [{ body: DESK }, { body: { ...DESK, nextNightly: null } }],
    'PUT /api/settings/backup_keep_daily': {
      body: { key: 'backup_keep_daily', value: '14', description: '' },
    },
    'PUT /api/settings/backup_nightly': {
      body: { key: 'backup_nightly', value: 'false', description: '' },
    },
  })
  await user.selectOptions(await screen.findByLabelText('Days to keep'), '14')
  await expectToast('Settings Updated')
  await user.click(screen.getByRole('switch', { name: 'Back up every night' }))
  const sent = requests
    .filter(({ call }) => call.startsWith('PUT /api/settings/backup'))
    .map(({ body }) => body)
  expect(sent).toEqual([{ value: '14' }, { value: 'false' }])
})

test('what cannot be loaded says so', async () => {
  openBackups({ [SHOW]: BROKEN })
  expect(await screen.findByText('The backups could not be loaded.')).toBeTruthy()
})

test.each([
  [0, '0.0 KB'],
  [540_000, '527 KB'],
  [1024 ** 2 * 1.25, '1.3 MB'],
  [1024 ** 3 * 20, '20 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
