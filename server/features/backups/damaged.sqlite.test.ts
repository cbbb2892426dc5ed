import { createHash } from 'node:crypto'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { masterFile } from '#contract/products/pictures.ts'
import { write } from '#server/db/write.ts'
import type { ShopLocation } from '#server/features/backups/write-backup.ts'
import {
  aBackupOf,
  anEmptyLocation,
  changeJson,
  changeRow,
  ENGINE,
  ENGINES,
  forge,
  NOW,
  standingIn,
} from '#tests/a-backup.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import type { AtEnd } from '#tests/at-end.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { readBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { requireRoom } from './restore-stage.ts'

const PASSPHRASE = 'seven brown hens'

/** A backup, and a place that already has another shop. */
async function aCase(passphrase: string | null = null, atEnd: AtEnd = onTestFinished) {
  const shop = await aShop({ atEnd })
  const eggs = await aProduct(shop.db)
  await shop.shop.pictures.put(masterFile('a'.repeat(32)), Buffer.from('a picture'))
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
  const { file } = await aBackupOf(shop.config, { passphrase })
  const place = await anEmptyLocation(ENGINE, null, atEnd)
  const empty = await aBackupOf((await aShop({ atEnd })).config)
  await restoring(empty.file, place)
  return { file, place, shop }
}

const atEnd: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of atEnd.toReversed()) await end()
})

let refused: ReturnType<typeof aCase> | null = null

/** One case for every refusal, since each checks that nothing changed. */
function theRefusedCase(): ReturnType<typeof aCase> {
  refused ??= aCase(null, (end) => void atEnd.push(end))
  return refused
}

const restoring = (file: string, place: ShopLocation, passphrase: string | null = null) =>
  restoreBackup({ ...place, file, passphrase, takeOver: false, now: NOW })

/** The refusal, after checking that nothing changed. */
async function refusalOf(
  file: string,
  place: ShopLocation,
  passphrase: string | null = null,
): Promise<string> {
  const before = await standingIn(place)
  const message = await restoring(file, place, passphrase).then(
    () => 'restored',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  )
  expect(await standingIn(place)).toEqual(before)
  return message
}

/**
 * A few bits of a compressed file mean nothing; with those flipped, it must still read the same.
 */
async function isTheSame(
  spoilt: string,
  file: string,
  passphrase: string | null,
): Promise<boolean> {
  const read = async (one: string) => {
    const hash = createHash('sha256')
    await readBackup(one, passphrase, async (piece) => void hash.update(JSON.stringify(piece)))
    return hash.digest('hex')
  }
  const found = await read(spoilt).catch(() => null)
  if (found !== null) expect(found).toBe(await read(file))
  return found !== null
}

// The file is read before any database is touched.
describe.skipIf(ENGINE === 'postgres').each([null, PASSPHRASE])(
  'a file with the passphrase %s',
  (passphrase) => {
    test('of which any byte is another one, or missing at its end, changes nothing', {
      timeout: 120_000,
    }, async () => {
      const { file, place } = await aCase(passphrase)
      const whole = await readFile(file)
      const spoilt = join(place.dataDir, '../spoilt')
      const places = (passphrase ? 3 : 13) * (IS_LONG ? 4 : 1)
      const step = Math.ceil(whole.length / places)
      for (let at = 0; at < whole.length; at += step) {
        const flipped = Buffer.from(whole)
        flipped[at] = (whole[at] ?? 0) ^ 1
        await writeFile(spoilt, flipped)
        if (await isTheSame(spoilt, file, passphrase)) continue
        expect(await refusalOf(spoilt, place, passphrase), `byte ${at}`).toMatch(
          /^BackupError: This /,
        )
        await writeFile(spoilt, whole)
        await truncate(spoilt, at)
        expect(await refusalOf(spoilt, place, passphrase), `${at} bytes`).toMatch(
          /^BackupError: This /,
        )
      }
      await writeFile(spoilt, whole)
      expect((await restoring(spoilt, place, passphrase)).sums.orders).toBe(1)
    })
  },
)

test('a passphrase that is wrong or missing is said', async () => {
  const { file, place } = await aCase(PASSPHRASE)
  expect(await refusalOf(file, place, 'seven brown henz')).toBe(
    'BackupError: This is not the passphrase the backup was made with.',
  )
  expect(await refusalOf(file, place)).toMatch('Set BACKUP_PASSPHRASE')
})

describe.skipIf(ENGINE === 'postgres' && !IS_LONG)('a file that is', () => {
  test.each([
    ['empty', ''],
    ['a text', 'Dear farmer'],
    ['a picture', '\x89PNG\r\n\x1a\n0000000000000000000'],
  ])('%s is no backup', async (_, content) => {
    const { place } = await theRefusedCase()
    const file = join(place.dataDir, '../other')
    await writeFile(file, content)
    expect(await refusalOf(file, place)).toBe(
      'BackupError: This is not a backup of a Farmstand shop.',
    )
  })

  test('not there is named', async () => {
    const { place } = await theRefusedCase()
    expect(await refusalOf('/nowhere/x', place)).toMatch('There is no readable file at /nowhere/x')
  })
})

type Forgery = [what: string, change: Parameters<typeof forge>[1], reason: RegExp]

const SESSION = Buffer.from(
  JSON.stringify({
    ...{ id_hash: 'hash', signed_in_at: NOW, seen_at: NOW, expires_at: '2030-01-01T00:00:00.000Z' },
    ...{ device: null, address: null, device_hash: null, person_id: 1, passkey_id: null },
  }),
)

function withEntry(name: string, bytes: Buffer): Forgery[1] {
  return (entries) => entries.toSpliced(1, 0, { name, bytes })
}

const FORGERIES: Forgery[] = [
  [
    'of a newer form',
    changeJson('about.json', (about) => ({ ...about, form: 2 })),
    /newer Farmstand/,
  ],
  [
    'of a newer schema',
    changeJson('about.json', (about) => ({
      ...about,
      migrations: [...Object(about.migrations), '9999-hovercraft'],
    })),
    /newer Farmstand \(it knows 9999-hovercraft\)/,
  ],
  [
    'with a number that is a text',
    changeRow('products', (row) => ({ ...row, stock: '10' })),
    /products.stock holds no int/,
  ],
  [
    'with a column nobody knows',
    changeRow('products', (row) => ({ ...row, colour: 'red' })),
    /no column colour/,
  ],
  [
    'without a column',
    changeRow('products', ({ name, ...row }) => row),
    /products.name holds no text/,
  ],
  [
    'with a status there is not',
    changeRow('orders', (row) => ({ ...row, status: 'lost' })),
    /does not fit/,
  ],
  [
    'with a line of no order',
    changeRow('order_items', (row) => ({ ...row, order_id: 77 })),
    /does not fit/,
  ],
  [
    'with another stock',
    changeRow('products', (row) => ({ ...row, stock: 9999 })),
    /not the same: stock: 9999 instead of/,
  ],
  [
    'whose movements were moved along',
    (entries) =>
      changeJson('manifest.json', (manifest) => ({
        ...manifest,
        sums: { ...Object(manifest.sums), stock: 9999 },
      }))(changeRow('products', (row) => ({ ...row, stock: 9999 }))(entries)),
    /rows in which the books differ: 1 instead of 0/,
  ],
  [
    'with a session of the desk',
    (entries) =>
      changeJson('manifest.json', (manifest) => ({
        ...manifest,
        tables: { ...Object(manifest.tables), admin_sessions: 1 },
      }))(entries.toSpliced(1, 0, { name: 'tables/admin_sessions/000001.jsonl', bytes: SESSION })),
    /does not fit: no backup holds admin_sessions/,
  ],
  [
    'in which somebody else is the farmer',
    changeRow('people', (row) => ({ ...row, id: 7 })),
    /does not fit: somebody else is the farmer/,
  ],
  [
    'without an entry',
    (entries) => entries.filter(({ name }) => !name.startsWith('tables/orders/')),
    /does not fit|not the same/,
  ],
  [
    'with a path that leaves the folder',
    (entries) =>
      entries.toSpliced(-1, 0, { name: 'pictures/../../evil.webp', bytes: Buffer.from('x') }),
    /not a backup of a Farmstand/,
  ],
  [
    'with more rows in one piece than a shop has',
    withEntry('tables/products/000000.jsonl', Buffer.alloc(4 * 1024 ** 2 + 1, '\n')),
    /an entry is too long/,
  ],
  [
    'with a row longer than a shop has',
    withEntry('tables/products/000000.jsonl', Buffer.alloc(2 * 1024 ** 2, '[')),
    /a row is too long/,
  ],
  [
    'with a picture larger than a shop has',
    withEntry(`pictures/${masterFile('b'.repeat(32))}`, Buffer.alloc(16 * 1024 ** 2 + 1)),
    /an entry is too long/,
  ],
  ['without its end', (entries) => entries.slice(0, -1), /its end is missing/],
  [
    'that goes on after its end',
    (entries) => [...entries, { name: 'tables/orders/9.jsonl', bytes: Buffer.from('{}') }],
    /follows its end/,
  ],
  [
    'whose lines are no JSON',
    (entries) =>
      entries.map((entry) =>
        entry.name.startsWith('tables/') ? { ...entry, bytes: Buffer.from('{') } : entry,
      ),
    /does not fit/,
  ],
]

/**
 * Forgeries that the file alone gives away are refused before any database, so outside long runs
 * one engine is enough.
 */
const FORGERIES_HERE =
  ENGINE === 'sqlite' || IS_LONG
    ? FORGERIES
    : FORGERIES.filter(([, , reason]) => /fit|same|differ/.test(reason.source))

test.each(FORGERIES_HERE)(
  'a backup %s is refused in words and changes nothing',
  async (_, change, reason) => {
    const { file, place } = await theRefusedCase()
    expect(await refusalOf(await forge(file, change), place)).toMatch(reason)
  },
)

test('long rows behind many short ones are written in pieces that are taken again', async () => {
  const shop = await aShop()
  const asked = { session_id: 'chat', email: null, asked_at: NOW.toISOString() }
  const rows = Array.from({ length: 400 }, (_, place) => ({
    ...{ ...asked, answered_at: null, reply: null, text_key: `question ${place}` },
    text: 'x'.repeat(place < 300 ? 10 : 60_000),
  }))
  await write(shop.db, async (tx) => {
    for (let first = 0; first < rows.length; first += 50)
      await tx
        .insertInto('questions')
        .values(rows.slice(first, first + 50))
        .execute()
  })
  const { file } = await aBackupOf(shop.config)
  let questions = 0
  await readBackup(file, null, async (piece) => {
    if (piece.kind === 'rows' && piece.table === 'questions') questions += piece.rows
  })
  expect(questions).toBe(rows.length)
})

test('a disk without room is said before anything is written', async () => {
  const { file, place } = await theRefusedCase()
  const huge = changeJson('about.json', (about) => ({ ...about, roomNeeded: 2 ** 50 }))
  if (ENGINE === 'sqlite')
    expect(await refusalOf(await forge(file, huge), place)).toMatch('not enough space')
  await expect(requireRoom(place.dataDir, 2 ** 50)).rejects.toThrow(/not enough space.* MB needed/)
})

test.each(ENGINES)('a shop that is open on %s is not restored over', async (engine) => {
  const { openDatabase } = await import('#server/db/open-database.ts')
  const { file } = await aCase()
  const place = await anEmptyLocation(engine)
  const open = await openDatabase(place, NOW)
  await expect(restoring(file, place)).rejects.toThrow(/server/)
  await open.close()
  expect((await restoring(file, place)).sums.orders).toBe(1)
})
