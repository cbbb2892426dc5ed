import { expect, test } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { backupName, nightliesToRemove, readBackupName } from './backup-folder.ts'

const ZONE = 'America/Denver'
const LAST = new Date('2026-11-21T10:00:00.000Z')

/** One backup a night at 3 AM farm time, newest last. */
const nights = (many: number) =>
  Array.from({ length: many }, (_, index) =>
    backupName('nightly', new Date(LAST.getTime() - (many - 1 - index) * DAY), false),
  )

/** The days of the backups kept, as `11-21`. */
function remainingDays(names: string[], retention: { daily: number; weekly: number }): string[] {
  const removed = nightliesToRemove(names, { ...retention, timeZone: ZONE })
  return names.filter((name) => !removed.includes(name)).map((name) => name.slice(23, 28))
}

test('the newest of seven days and of four weeks stay, rotated once or every night', () => {
  const retention = { daily: 7, weekly: 4, timeZone: ZONE }
  const days = ['11-01', '11-08', '11-15', '11-16', '11-17', '11-18', '11-19', '11-20', '11-21']
  expect(remainingDays(nights(60), retention)).toEqual(days)
  let remaining: string[] = []
  for (const name of nights(60)) {
    const names = [...remaining, name]
    const removed = nightliesToRemove(names, retention)
    remaining = names.filter((one) => !removed.includes(one))
  }
  expect(remaining.map((name) => name.slice(23, 28))).toEqual(days)
})

test('the newest stays whatever is set, and days without a backup do not count', () => {
  expect(remainingDays(nights(5), { daily: 0, weekly: 0 })).toEqual(['11-21'])
  const [old = ''] = nights(200)
  expect(nightliesToRemove([old, ...nights(3)], { daily: 4, weekly: 0, timeZone: ZONE })).toEqual(
    [],
  )
})

test('backups made by hand, and files of others, are never removed', () => {
  const byHand = backupName('by-hand', new Date('2020-01-01T10:00:00.000Z'), true)
  const others = [byHand, 'photos.zip', 'farmstand-nightly-old.tar.zst']
  expect(nightliesToRemove(others, { daily: 1, weekly: 0, timeZone: ZONE })).toEqual([])
})

test.each([
  '../shop.db',
  '/etc/passwd',
  'farmstand-2026-11-21T10-00-00Z.tar.zst/../../shop.db',
  'farmstand-2026-11-21T10-00-00Z.tar.zst\0',
  'farmstand-2026-19-41T10-00-00Z.tar.zst',
  'xfarmstand-2026-11-21T10-00-00Z.tar.zst',
])('%s is no backup’s name', (name) => {
  expect(readBackupName(name)).toBeNull()
})

test('a name says when, why and whether it is encrypted', () => {
  expect(readBackupName(backupName('nightly', LAST, true))).toEqual({
    kind: 'nightly',
    madeAt: LAST,
    isEncrypted: true,
  })
})
