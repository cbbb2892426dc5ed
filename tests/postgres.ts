import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { postgresBinaries, serverOwner } from './postgres-binaries.ts'
import {
  folderPrefix,
  processesBelow,
  removeStaleServers,
  signalIfThere,
} from './postgres-leftovers.ts'
import { quickPlace } from './quick-place.ts'

export interface Postgres {
  /** Where it lives, for whoever copies it. */
  cluster: Cluster
  /** The superuser's, for createDatabase and dropDatabase. */
  url: string
  /** Stops the server and removes every trace of it. */
  stop(): Promise<void>
  /** Kills all its processes at once (SIGKILL); its data stays. */
  kill9(): Promise<void>
  /** Stops it like an owner in haste (SIGINT): clients are cut off; its data stays. */
  stopFast(): Promise<void>
  /** Starts it again with the same data and address. */
  revive(): Promise<void>
  /** Freezes all its processes (SIGSTOP), like a hung machine: its port still takes connections. */
  freeze(): Promise<void>
  thaw(): Promise<void>
}

export interface Cluster {
  binaries: string
  folder: string
  port: number
  password: string
  fsync: boolean
}

const FLEETING = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  ...{ wal_level: 'minimal', max_wal_senders: 0, autovacuum: 'off' },
  ...{ jit: 'off', io_method: 'sync', track_counts: 'off' },
}

const startTries = 50
const startPauseMs = 100
const endTries = 500
const endPauseMs = 10

/**
 * Starts an empty PostgreSQL on a free port of 127.0.0.1, from npm's binaries. Without `fsync`
 * commits are many times faster; turn it off only where nothing has to survive a crash.
 */
export async function startPostgres({ fsync = true }: { fsync?: boolean } = {}): Promise<Postgres> {
  await removeStaleServers()
  const folder = await mkdtemp(
    join(fsync ? tmpdir() : quickPlace(), `${folderPrefix}${process.pid}-`),
  )
  const leave = removeOnExit(folder)
  try {
    const password = randomBytes(16).toString('hex')
    const cluster = {
      binaries: await postgresBinaries(),
      folder,
      port: await freePort(),
      password,
      fsync,
    }
    initialise(cluster)
    return await runCluster(cluster, leave)
  } catch (error) {
    leave.now()
    throw error
  }
}

/** Copies the template if one is named; returns the database's address. */
export async function createDatabase(
  adminUrl: string,
  name: string,
  template?: string,
): Promise<string> {
  const copied = template ? ` TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY` : ''
  await runAsAdmin(adminUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}${copied}`)
  const url = new URL(adminUrl)
  url.pathname = name
  return url.href
}

/** Works while others are still connected. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function runCluster(cluster: Cluster, leave: Leave): Promise<Postgres> {
  let server = await startServer(cluster, leave)
  const revive = async (): Promise<void> => {
    server = await startServer(cluster, leave)
  }
  const signalAll = async (signal: NodeJS.Signals) => {
    // It first: one that is frozen starts no more of them.
    server.kill(signal)
    for (const pid of await processesBelow(server.pid)) signalIfThere(pid, signal)
  }
  return {
    cluster,
    url: `postgres://postgres:${cluster.password}@127.0.0.1:${cluster.port}/postgres`,
    async stop() {
      if (server.signalCode === 'SIGKILL') await revive()
      await end(server, 'SIGINT')
      leave.now()
    },
    async kill9() {
      const others = await processesBelow(server.pid)
      await end(server, 'SIGKILL')
      for (const pid of others) signalIfThere(pid, 'SIGKILL')
    },
    stopFast: () => end(server, 'SIGINT'),
    revive,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  }
}

/** Blocks until done, so that no signal can end one without the other. */
function initialise({ binaries, folder, password, fsync }: Cluster): void {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (serverOwner) {
    chownSync(folder, serverOwner.uid, serverOwner.gid)
    chownSync(passwordFile, serverOwner.uid, serverOwner.gid)
  }
  // A password costs half of a connection, and proves nothing in a run that's soon over.
  const auth = fsync ? 'scram-sha-256' : 'trust'
  const settings = [
    '--username=postgres',
    `--auth=${auth}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const initdb = [`--pgdata=${join(folder, 'data')}`, `--pwfile=${passwordFile}`, ...settings]
  execFileSync(join(binaries, 'bin/initdb'), initdb, {
    ...serverOwner,
    cwd: folder,
    env: plainEnvironment(),
    stdio: 'pipe',
  })
}

/** Retries while what a killed server left behind is still dying. */
async function startServer(cluster: Cluster, leave: Leave): Promise<ChildProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startServerOnce(cluster, leave)
    } catch (error) {
      if (tries === startTries || !/still in use|lock file/.test(String(error))) throw error
      await wait(startPauseMs)
    }
  }
}

async function startServerOnce(
  { binaries, folder, port, fsync }: Cluster,
  leave: Leave,
): Promise<ChildProcess> {
  const data = join(folder, 'data')
  const durability = fsync ? { fsync: 'on' } : FLEETING
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: data,
    max_connections: 200,
    ...durability,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(binaries, 'bin/postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...serverOwner,
    cwd: folder,
    env: plainEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  leave.watch(server)
  await becomesReady(server)
  return server
}

function becomesReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-4000)
      if (/ready to accept (?:read-only )?connections/.test(said)) resolve()
    })
  })
}

/** English messages whatever the machine speaks, and none of the caller's PG… settings. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill(signal)
  await gone
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1')
  return address.port
}

interface Leave {
  watch(server: ChildProcess): void
  now(): void
}

/** Blocks the whole process: nothing else may happen while it exits. */
function waitUntilGone(file: string): void {
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; existsSync(file) && tries < endTries; tries += 1)
    Atomics.wait(never, 0, 0, endPauseMs)
}

/** Neither server nor folder outlives this process, unless it's killed outright. */
export function removeOnExit(folder: string): Leave {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  let server: ChildProcess | undefined
  const now = (): void => {
    process.removeListener('exit', now)
    for (const signal of signals) process.removeListener(signal, bySignal)
    if (server?.kill('SIGQUIT')) waitUntilGone(join(folder, 'data/postmaster.pid'))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  const bySignal = (signal: NodeJS.Signals): void => {
    now()
    process.kill(process.pid, signal)
  }
  process.once('exit', now)
  for (const signal of signals) process.once(signal, bySignal)
  return {
    now,
    watch(started) {
      server = started
    },
  }
}
