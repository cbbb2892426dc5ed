// Measures a backup of a SQLite shop and its restore on both engines: `node
// bench/measure-backups.ts 100000`. Prints times, the file's size and each process's peak memory.

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/open-database.ts'
import { aProduct } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { createDatabase, startPostgres } from '#tests/postgres.ts'

/** Prints the process's peak memory at exit, in KB. */
const WATCH = `data:text/javascript,process.on('exit', () => console.log(process.resourceUsage().maxRSS))`

const many = Number(process.argv[2] ?? 100_000)
const folder = await mkdtemp(join(tmpdir(), 'farmstand-measure-'))
const postgres = await startPostgres()
const dataDir = join(folder, 'shop')
const file = join(folder, 'the.backup')

try {
  await fill()
  log('database', `${inMegabytes((await stat(join(dataDir, 'shop.db'))).size)}`)
  run('backup', ['scripts/farmstand.js', 'backup', '--to', file], { DATA_DIR: dataDir })
  log('file', inMegabytes((await stat(file)).size))
  run('restore', ['scripts/farmstand.js', 'restore', file], { DATA_DIR: join(folder, 'other') })
  const secret = { BACKUP_PASSPHRASE: 'seven brown hens' }
  run('encrypted backup', ['scripts/farmstand.js', 'backup', '--to', `${file}.age`], {
    DATA_DIR: dataDir,
    ...secret,
  })
  run('encrypted restore', ['scripts/farmstand.js', 'restore', `${file}.age`], {
    DATA_DIR: join(folder, 'third'),
    ...secret,
  })
  const DATABASE_URL = await createDatabase(postgres.url, 'measured')
  run('restore on PostgreSQL', ['scripts/farmstand.js', 'restore', file], {
    DATA_DIR: join(folder, 'fourth'),
    DATABASE_URL,
  })
  run('backup of PostgreSQL', ['scripts/farmstand.js', 'backup', '--to', `${file}.pg`], {
    DATA_DIR: dataDir,
    DATABASE_URL,
  })
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true })
}

async function fill(): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null }, new Date())
  const products = [await aProduct(db), await aProduct(db)]
  await fillWithOrders(
    db,
    many,
    new Date(),
    products.map(({ id }) => id),
  )
  await close()
}

function run(what: string, command: string[], env: Record<string, string>): void {
  const before = performance.now()
  const { PATH = '' } = process.env
  const printed = execFileSync(process.execPath, ['--import', WATCH, ...command], {
    env: { PATH, ...env },
    encoding: 'utf8',
  })
  const seconds = ((performance.now() - before) / 1000).toFixed(1)
  const kilobytes = Number(printed.trimEnd().split('\n').at(-1))
  log(what, `${seconds} s, at most ${Math.round(kilobytes / 1024)} MB of memory`)
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`
}

function log(what: string, text: string): void {
  console.log(`${many} orders, ${what}: ${text}`)
}
