import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { OwnerError } from '#server/config/config.ts'
import { errorMessage } from '#server/core/error-message.ts'
import { type Machine, succeeds, thisMachine } from './machine.ts'

const NAME = /^[a-z0-9][a-z0-9-]{0,21}$/
const HOST = /^[a-z0-9][a-z0-9.-]*$/

/** The first farm's port. */
const FIRST_PORT = 4001

/** How long a farm may take until it sells again, in seconds. */
const MAX_START = 60

/** Many farms on one machine: a process, a user and folders each; systemd keeps their sockets. */
export function farmsOf(machine: Machine = thisMachine) {
  const { root, run } = machine
  const at = (...path: string[]) => join(root, ...path)
  const settingsOf = (name: string) => at('etc/farmstand', `${name}.env`)
  const dropinsOf = (name: string) => at('etc/systemd/system', `farmstand@${name}.socket.d`)
  const siteOf = (name: string) => at('etc/caddy/farms', `${name}.caddy`)
  const dataOf = (name: string) => at('var/lib/farmstand', name)
  const releaseOf = (name: string) => at('opt/farmstand', name)

  const names = () =>
    globSync(settingsOf('*'))
      .map((path) => basename(path, '.env'))
      .sort()
  const readOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const portOf = (name: string) =>
    Number(/127\.0\.0\.1:(\d+)/.exec(readOf(join(dropinsOf(name), 'port.conf')))?.[1])
  const isAwake = (name: string) =>
    succeeds(run, 'systemctl', 'is-active', `farmstand@${name}.service`)
  const known = (name: string) => {
    if (!NAME.test(name) || !existsSync(settingsOf(name)))
      throw new OwnerError(`There is no farm ${name}.`)
    return name
  }
  /** A farm that nobody called yet has no shop: there is nothing to back up. */
  const wasOpened = (name: string) =>
    existsSync(join(dataOf(name), 'shop.db')) ||
    /^\s*DATABASE_URL\s*=/m.test(readOf(settingsOf(name)))

  function add(name: string, host: string): void {
    if (!NAME.test(name))
      throw new OwnerError('A name has small letters, digits and hyphens, 22 at most.')
    if (!HOST.test(host)) throw new OwnerError('A host is a name such as shop.farm.example.')
    if (existsSync(settingsOf(name))) throw new OwnerError(`There is a farm ${name} already.`)
    if (existsSync(dataOf(name)))
      throw new OwnerError(
        `${dataOf(name)} is there already; move it away, or add the farm under another name.`,
      )
    const isTaken = (one: string) =>
      readOf(settingsOf(one)).split('\n').includes(`PUBLIC_URL=https://${host}`)
    if (names().some(isTaken)) throw new OwnerError(`${host} is another farm’s.`)
    const ports = new Set(names().map(portOf))
    let port = FIRST_PORT
    while (ports.has(port)) port++
    // Whatever the mask of whoever types it.
    process.umask(0o022)
    // Each farm passes through here to its own folder, which nobody else may enter.
    mkdirSync(at('var/lib/farmstand'), { recursive: true })
    chmodSync(at('var/lib/farmstand'), 0o755)
    const user = `farmstand-${name}`
    const account = ['--home-dir', dataOf(name), '--no-create-home', '--shell', '/usr/sbin/nologin']
    if (!succeeds(run, 'id', '-u', user))
      run('useradd', '--system', '--user-group', ...account, user)
    const settings = `PUBLIC_URL=https://${host}\nTRUST_PROXY=loopback\nDEMO=0\n`
    write(settingsOf(name), settings, 0o640)
    run('chgrp', user, settingsOf(name))
    write(join(dropinsOf(name), 'port.conf'), `[Socket]\nListenStream=127.0.0.1:${port}\n`)
    write(siteOf(name), `${host} {\n\timport farmstand 127.0.0.1:${port}\n}\n`)
    run('systemctl', 'daemon-reload')
    run('systemctl', 'enable', '--now', `farmstand@${name}.socket`, `farmstand-wake@${name}.timer`)
    run('systemctl', 'reload', 'caddy')
    console.log(
      `${name} will be at https://${host}. Its password for the desk is in: journalctl -u farmstand@${name}`,
    )
  }

  function list(): void {
    for (const name of names()) {
      const folder = join(dataOf(name), 'backups')
      const last = existsSync(folder) ? readdirSync(folder).sort().at(-1) : undefined
      const disk = existsSync(dataOf(name)) ? run('du', '-sh', dataOf(name)).split('\t')[0] : '-'
      const state = isAwake(name) ? 'awake' : 'asleep'
      console.log(
        `${name.padEnd(24)} ${state.padEnd(7)} ${disk?.padEnd(7)} ${last ?? 'no backup yet'}`,
      )
    }
  }

  function backup(only?: string): void {
    const failed: string[] = []
    for (const name of only === undefined ? names() : [known(only)]) {
      if (!wasOpened(name)) {
        console.log(`${name} was never opened: there is nothing to back up.`)
        continue
      }
      try {
        console.log(run(join(releaseOf('current'), 'farmstand'), '--farm', name, 'backup').trim())
      } catch (error) {
        console.error(errorMessage(error))
        failed.push(name)
      }
    }
    if (failed.length > 0) throw new OwnerError(`Not backed up: ${failed.join(', ')}.`)
  }

  /** One farm after the other; stops at one that does not sell. */
  async function update(release: string): Promise<void> {
    if (!/^[\w.-]+$/.test(release) || !existsSync(join(releaseOf(release), 'server/main.js')))
      throw new OwnerError(`There is no release in ${releaseOf(release)}.`)
    const before = existsSync(releaseOf('current')) ? readlinkSync(releaseOf('current')) : null
    backup()
    pointTo(releaseOf('current'), release)
    // One that sleeps wakes with the new release.
    for (const name of names().filter(isAwake)) {
      run('systemctl', 'restart', `farmstand@${name}.service`)
      const said = await machine.whyNotReady(portOf(name), MAX_START)
      if (said !== null)
        throw new OwnerError(
          `${name} does not sell with ${release} (${said}); the farms after it were not touched. Look at: journalctl -u farmstand@${name}${before ? `; back again: farmstand farms update ${before}` : ''}`,
        )
    }
    console.log(`All farms are of ${release} now${before ? ` (before: ${before})` : ''}.`)
  }

  function remove(name: string): void {
    known(name)
    backup(name)
    // The socket first, or a call would wake it again.
    run('systemctl', 'disable', '--now', `farmstand-wake@${name}.timer`, `farmstand@${name}.socket`)
    run('systemctl', 'stop', `farmstand@${name}.service`)
    const when = new Date().toISOString().replace(/[-:]|\..*/g, '')
    const aside = at('var/lib/farmstand/removed', `${name}-${when}`)
    mkdirSync(at('var/lib/farmstand/removed'), { recursive: true })
    if (existsSync(dataOf(name))) renameSync(dataOf(name), aside)
    else mkdirSync(aside)
    renameSync(settingsOf(name), join(aside, `${name}.env`))
    // Its user's number may be another farm's one day.
    run('chown', '-R', 'root:', aside)
    chmodSync(aside, 0o700)
    for (const path of [siteOf(name), dropinsOf(name), at('var/cache/farmstand', name)])
      rmSync(path, { recursive: true, force: true })
    run('userdel', `farmstand-${name}`)
    run('systemctl', 'daemon-reload')
    run('systemctl', 'reload', 'caddy')
    console.log(`${name} is gone; everything of it is in ${aside}`)
  }

  return { add, list, backup, update, remove }
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text, { mode })
}

/** At once: nobody finds no release there. */
export function pointTo(link: string, target: string): void {
  rmSync(`${link}.new`, { force: true })
  symlinkSync(target, `${link}.new`)
  renameSync(`${link}.new`, link)
}
