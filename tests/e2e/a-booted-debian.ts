import { execFile, spawn } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { AtEnd } from '../at-end.ts'

const run = promisify(execFile)
const NODE = '/opt/farmstand/current/bin/node'
const FEED_PORT = 8099

/** What is in the root before it is booted, as it has no network then. */
export const FOR_BOOT = [
  ...['systemd', 'systemd-sysv', 'systemd-timesyncd', 'dbus', 'ca-certificates', 'caddy'],
  ...['libatomic1', 'libstdc++6', 'passwd'],
]

/** A Debian with systemd as its first process, a network of nothing but loopback, and a root with a strict umask. */
export async function boot(root: string, atEnd: AtEnd) {
  // An installer writes it; debootstrap does not.
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
  const words = ['-q', '-D', root, '--register=no', '--keep-unit', '--private-network', '--boot']
  // systemd of trixie takes no other.
  const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }
  const nspawn = spawn('systemd-nspawn', [...words, '--console=pipe'], { env, stdio: 'ignore' })
  const ended = once(nspawn, 'exit')
  const first = () => childrenOf(nspawn.pid ?? 0)
  await expect.poll(first, { timeout: 60_000 }).not.toBe('')
  const leader = await first()
  atEnd(async () => {
    process.kill(Number(leader), 'SIGKILL')
    await ended
  })
  const inside = (line: string) => ['-t', leader, '-a', 'sh', '-c', `umask 077; cd /root; ${line}`]
  const own = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'de_DE.UTF-8' }
  /** What it printed, however it ended. */
  const type = (line: string) =>
    new Promise<string>((done) =>
      execFile('nsenter', inside(line), { env: own, maxBuffer: 2 ** 28 }, (_, out, errors) =>
        done(out + errors),
      ),
    )
  const start = (script: string) =>
    spawn('nsenter', inside(`exec ${NODE} -e '${script}'`), { env: own, stdio: 'pipe' })
  await expect
    .poll(() => type('systemctl is-system-running'), { timeout: 120_000, interval: 1000 })
    .toMatch(/^(?:running|degraded)/)
  return { type, start }
}
export type Booted = Awaited<ReturnType<typeof boot>>

async function childrenOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).trim()
}

/** Visitors of the shop; `end` says how many calls there were, and how those that failed did. */
export function visitors({ start }: Booted) {
  const child = start(`
    let [calls, failed, isOver] = [0, [], false]
    process.stdin.on("data", () => { isOver = true })
    const visit = async () => {
      while (!isOver) {
        const { status } = await fetch("http://127.0.0.1:3000/api/products", { headers: { connection: "close" } }).catch((error) => ({ status: String(error.cause) }))
        calls++
        if (status !== 200) failed.push(status)
        await new Promise((done) => setTimeout(done, 100))
      }
    }
    Promise.all([visit(), visit()]).then(() => {
      console.log(JSON.stringify({ calls, failed }))
      process.stdin.destroy()
    })`)
  const said = text(child.stdout)
  return async (): Promise<{ calls: number; failed: unknown[] }> => {
    child.stdin.end('over')
    return JSON.parse(await said)
  }
}

/** A feed of releases in the root, signed; `offer` puts one there that is this one but for its number. */
export async function aFeed(root: string, archive: string, atEnd: AtEnd) {
  const folder = join(root, 'var/feed')
  await mkdir(folder)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'pem' })
  const work = join(root, 'var/next')
  return {
    address: `http://127.0.0.1:${FEED_PORT}/farmstand.json`,
    /** Of a program that trusts this feed. */
    trust: (release: string) => writeFile(join(root, release, 'release-key.pub'), key),
    open({ start }: Booted): void {
      const child = start(`
        require("http").createServer((call, answer) =>
          require("fs").createReadStream("/var/feed" + call.url).on("error", () => answer.writeHead(404).end()).pipe(answer)
        ).listen(${FEED_PORT}, "127.0.0.1")`)
      atEnd(async () => void child.kill('SIGKILL'))
    },
    async offer(version: string, change: (release: string) => Promise<void> = async () => {}) {
      await mkdir(work)
      await run('tar', ['-xzf', archive, '-C', work])
      const [name = ''] = await readdir(work)
      const [release, file] = [join(work, `farmstand-${version}`), `farmstand-${version}.tar.gz`]
      await rename(join(work, name), release)
      const manifest = JSON.parse(await readFile(join(release, 'package.json'), 'utf8'))
      await writeFile(join(release, 'package.json'), JSON.stringify({ ...manifest, version }))
      await writeFile(join(release, 'release-key.pub'), key)
      await change(release)
      const into = join(folder, file)
      await run('tar', ['-I', 'gzip -1', '-cf', into, '-C', work, `farmstand-${version}`])
      await rm(work, { recursive: true })
      const bytes = await readFile(into)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const files = { x64: { name: file, sha256, bytes: bytes.length } }
      const feed = JSON.stringify({ version, isSecurity: false, news: '- Another number.', files })
      await writeFile(join(folder, 'farmstand.json'), feed)
      const signature = sign(null, Buffer.from(feed), privateKey).toString('base64')
      await writeFile(join(folder, 'farmstand.json.sig'), signature)
    },
  }
}
