import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort, type Postgres, removeOnExit, runCluster } from './postgres.ts'
import { serverOwner } from './postgres-binaries.ts'
import { folderPrefix } from './postgres-leftovers.ts'

const LOOK = 20

export async function askAsOwner<Row extends object>(
  { url }: Pick<Postgres, 'url'>,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/**
 * A standby that every commit of a running server waits for from now on, set up as in
 * docs/large.md but without pg_basebackup.
 */
export async function aSynchronousStandby(primary: Postgres, port?: number): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const leave = removeOnExit(folder)
  const { cluster } = primary
  await copyWhileRunning(primary, folder)
  const standby = await runCluster({ ...cluster, folder, port: port ?? (await freePort()) }, leave)
  await askAsOwner(
    primary,
    `alter system set synchronous_standby_names = 'standby'`,
    'select pg_reload_conf()',
  )
  const isWaitedFor = () =>
    askAsOwner(primary, `select from pg_stat_replication where sync_state = 'sync'`)
  while ((await isWaitedFor()).length === 0) await pause(LOOK)
  return standby
}

/** From here on it's a primary that waits for no standby. */
export async function promote(standby: Postgres): Promise<void> {
  await askAsOwner(standby, 'alter system reset synchronous_standby_names', 'select pg_promote()')
}

async function copyWhileRunning(primary: Postgres, folder: string): Promise<void> {
  const { cluster, url } = primary
  const data = join(folder, 'data')
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`select pg_create_physical_replication_slot('standby', true)
    where not exists (select from pg_replication_slots where slot_name = 'standby')`)
  await client.query(`select pg_backup_start('standby', true)`)
  await copyFolder(join(cluster.folder, 'data'), data)
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(data, 'backup_label'), rows[0].labelfile)
  await writeFile(join(data, 'standby.signal'), '')
  const { hostname, port, password } = new URL(url)
  const conninfo = `host=${hostname} port=${port} user=postgres password=${password} application_name=standby`
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\nprimary_slot_name = 'standby'\n`,
  )
  if (serverOwner)
    await promisify(execFile)('chown', ['-R', `${serverOwner.uid}:${serverOwner.gid}`, folder])
}

/** Files may vanish while being copied; the log replays what it says of them. */
async function copyFolder(from: string, to: string): Promise<void> {
  const copied = await promisify(execFile)('cp', ['-a', from, to], { env: { LC_ALL: 'C' } }).catch(
    (error: { stderr: string }) => error,
  )
  const trouble = copied.stderr.split('\n').filter((line) => !/No such file|^$/.test(line))
  if (trouble.length > 0) throw new Error(trouble.join('\n'))
  await promisify(execFile)('rm', ['-f', join(to, 'postmaster.pid'), join(to, 'postmaster.opts')])
}
