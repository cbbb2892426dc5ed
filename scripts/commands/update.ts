import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { OwnerError, readSettingsFile } from '#server/config/config.ts'
import { errorCode, errorMessage } from '#server/core/error-message.ts'
import { VERSION } from '#server/core/version.ts'
import {
  feedOf,
  isNewer,
  type Release,
  readFeed,
  releaseKey,
} from '#server/outside/release-feed.ts'
import { findShop, type WhichShop } from './act-as-server.ts'
import { pointTo } from './farms.ts'
import { type Machine, thisMachine } from './machine.ts'

const PORT = 3000

/** In seconds, and how often: a release may take two minutes until it sells. */
const LOOK = 5
const MAX_LOOKS = 24

/** One that systemd started so often is given up at once. */
const MAX_ENDS = 3

/** The archive, what is in it, and the backup. */
const ROOM = 6

type Source = { feed: string | null; key: string | null; version: string }

/** Brings the newest release, or the one of `to` that is there already. */
export async function update({ to }: { to?: string }, which: WhichShop): Promise<void> {
  const shop = findShop(which)
  if (!shop)
    throw new OwnerError(
      'This is no server that farmstand setup made; in a clone: git pull, npm ci.',
    )
  const settings = readSettingsFile(shop.settings)
  const feed = feedOf(settings.UPDATE_FEED ?? null)
  const source = { feed, key: releaseKey(), version: VERSION }
  await updateFrom(source, to ?? null, thisMachine)
}

export async function updateFrom(
  source: Source,
  to: string | null,
  machine: Machine,
): Promise<void> {
  const opt = join(machine.root, 'opt/farmstand')
  // The shop's user reads what is unpacked, whatever the mask of whoever types it.
  process.umask(0o022)
  const unlock = lock(join(opt, '.updating'))
  try {
    const release = to ?? (await fetchRelease(source, opt))
    if (release) await switchTo(release, opt, machine)
  } finally {
    unlock()
  }
}

/** Of two updates at once the second is refused; one that was killed holds up nobody. */
function lock(path: string): () => void {
  if (existsSync(path)) {
    const pid = Number(readFileSync(path, 'utf8'))
    if (pid > 0 && isRunning(pid))
      throw new OwnerError(`Another update is running (process ${pid}).`)
    rmSync(path)
  }
  writeFileSync(path, String(process.pid), { flag: 'wx' })
  return () => rmSync(path, { force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** The folder of the newest release, once it is there; null when there is none that is newer. */
async function fetchRelease({ feed, key, version }: Source, opt: string): Promise<string | null> {
  if (feed === null)
    throw new OwnerError(
      'Nobody publishes releases of this program yet. Set UPDATE_FEED to the address of a farmstand.json, or install a .deb.',
    )
  const release = await readFeed(feed, key)
  if (!isNewer(release.version, version)) {
    console.log(`${version} is the newest release.`)
    return null
  }
  const name = `farmstand-${release.version}`
  console.log(`${release.version} is out:\n\n${release.news}\n`)
  if (!existsSync(join(opt, name, 'farmstand'))) await download(release, { feed, opt, name })
  return name
}

type Where = { feed: string; opt: string; name: string }

async function download({ files }: Release, { feed, opt, name }: Where): Promise<void> {
  const file = files[process.arch === 'arm64' ? 'arm64' : 'x64']
  if (!file) throw new OwnerError(`There is no ${process.arch} archive of it.`)
  const { bavail, bsize } = statfsSync(opt)
  if (bavail * bsize < file.bytes * ROOM)
    throw new OwnerError(
      `The disk has too little room: ${Math.ceil((file.bytes * ROOM) / 1e6)} MB are needed in ${opt}.`,
    )
  const [archive, part] = [join(opt, '.download'), join(opt, `.${name}.part`)]
  try {
    const answer = await fetch(new URL(basename(file.name), feed)).catch(() => null)
    if (!answer?.ok || !answer.body)
      throw new OwnerError(`${file.name}: ${answer ? `status ${answer.status}` : 'no answer'}.`)
    const hash = createHash('sha256')
    const reader = answer.body.getReader()
    const read = () =>
      reader.read().catch(() => {
        throw new OwnerError('The download was cut off. Nothing was changed; run it again.')
      })
    {
      await using disk = await open(archive, 'w')
      for (let piece = await read(); !piece.done; piece = await read()) {
        hash.update(piece.value)
        await disk.write(piece.value)
      }
    }
    if (hash.digest('hex') !== file.sha256)
      throw new OwnerError('The download is not what the releaser signed. Nothing was changed.')
    rmSync(part, { recursive: true, force: true })
    await unpack(archive, part)
    renameSync(join(part, name), join(opt, name))
  } finally {
    for (const path of [archive, part]) rmSync(path, { recursive: true, force: true })
  }
}

async function unpack(archive: string, into: string): Promise<void> {
  const reader = createReadStream(archive).pipe(createGunzip()).pipe(extract())
  for await (const entry of reader) {
    const { name, type, mode = 0o644, mtime } = entry.header
    const path = join(into, name)
    if (!path.startsWith(`${into}/`)) throw new OwnerError(`${name} leads out of the release.`)
    if (type === 'file') {
      mkdirSync(dirname(path), { recursive: true })
      await pipeline(entry, createWriteStream(path, { mode }))
      // The bundle is only valid for sources with these times.
      if (mtime) utimesSync(path, mtime, mtime)
    } else entry.resume()
  }
}

async function switchTo(release: string, opt: string, machine: Machine): Promise<void> {
  const current = join(opt, 'current')
  const before = existsSync(current) ? readlinkSync(current) : null
  if (before === release) return console.log(`${release} runs already.`)
  if (!existsSync(join(opt, release, 'farmstand')))
    throw new OwnerError(`There is no release in ${join(opt, release)}.`)
  const isService = existsSync(join(machine.root, 'run/systemd/system'))
  const hasShop = existsSync(join(machine.root, 'var/lib/farmstand/data'))
  if (before && hasShop)
    console.log(machine.run(join(current, 'farmstand'), ...SETTINGS, 'backup').trim())
  layUnits(join(opt, release), machine.root)
  pointTo(current, release)
  if (!isService) return console.log(`${release} is the release of now.`)
  const said = await restart(machine)
  if (said === null) {
    keepTwo(opt, [release, before])
    return console.log(`${release} sells.`)
  }
  if (!before) throw new OwnerError(`${release} does not sell: ${said}.`)
  layUnits(join(opt, before), machine.root)
  pointTo(current, before)
  const still = await restart(machine)
  throw new OwnerError(
    still === null
      ? `${release} did not sell (${said}), so ${before} is back and sells.`
      : `${release} did not sell (${said}), and ${before} does not either (${still}): farmstand restore the backup above.`,
  )
}

const SETTINGS = ['--settings', '/etc/farmstand.env']

/** By the socket no call is dropped meanwhile. */
async function restart({ run, whyNotReady }: Machine): Promise<string | null> {
  run('systemctl', 'daemon-reload')
  try {
    run('systemctl', 'restart', 'farmstand.service')
  } catch (error) {
    return errorMessage(error)
  }
  // systemd counts on from what the release before it did.
  const ends = () =>
    Number(run('systemctl', 'show', '-p', 'NRestarts', '--value', 'farmstand.service'))
  const before = ends()
  let said: string | null = null
  for (let look = 0; look < MAX_LOOKS; look++) {
    said = await whyNotReady(PORT, LOOK)
    if (said === null) return null
    if (ends() - before >= MAX_ENDS) return 'it ends at once; see journalctl -u farmstand'
  }
  return said
}

/** Where `farmstand setup` put them; those of the .deb come with it. */
function layUnits(release: string, root: string): void {
  for (const unit of ['farmstand.service', 'farmstand.socket']) {
    const place = join(root, 'etc/systemd/system', unit)
    if (existsSync(place)) copyFileSync(join(release, 'deploy', unit), place)
  }
}

function keepTwo(opt: string, kept: (string | null)[]): void {
  for (const name of readdirSync(opt))
    if (/^farmstand-\d/.test(name) && !kept.includes(name))
      rmSync(join(opt, name), { recursive: true })
}
