import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from './postgres.ts'
import { serverOwner } from './postgres-binaries.ts'

type Pooling = { pool_mode: 'session' | 'transaction' | 'statement'; pool_size?: number }

/**
 * A PgBouncer in front of a database, with its own defaults and nothing set for the shop; returns
 * the database's address there.
 */
export async function aPooler(
  program: string,
  databaseUrl: string,
  { pool_mode, pool_size = 20 }: Pooling,
): Promise<string> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-pooler-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const ini = join(folder, 'pgbouncer.ini')
  const own = await freePort()
  const database = `host=${hostname} port=${port} user=${username} password=${password}`
  await writeFile(
    ini,
    `[databases]
* = ${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${pool_mode}
default_pool_size = ${pool_size}
`,
  )
  if (serverOwner) await chown(ini, serverOwner.uid, serverOwner.gid)
  const child = spawn(program, [ini], { stdio: 'ignore', cwd: '/', ...serverOwner })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await untilOpen(own)
  return `postgres://${username}@127.0.0.1:${own}${pathname}`
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error('PgBouncer does not listen.')
}
