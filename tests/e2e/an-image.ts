import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import type { Answer, Asking } from '../a-buyer.ts'
import type { AtEnd } from '../at-end.ts'
import { findOrWarn } from '../find-program.ts'
import { IS_LONG } from '../length-of-run.ts'
import { readJson } from '../locked-packages.ts'

const run = promisify(execFile)
export const PROJECT = resolve(import.meta.dirname, '../..')
const AS_ROOT = { HOME: '/root', PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

/** What containers without a daemon need; null where one of it is missing. */
export async function findTools() {
  if (!IS_LONG) return null
  const [buildah, debootstrap, unshare, ip] = [
    await findOrWarn('buildah'),
    await findOrWarn('debootstrap'),
    await findOrWarn('unshare'),
    await findOrWarn('ip', '-V'),
  ]
  if (process.getuid?.() !== 0) console.warn('NOT TESTED: only root may make containers.')
  else if (buildah && debootstrap && unshare && ip) return { buildah, debootstrap, unshare }
  return null
}
type Tools = NonNullable<Awaited<ReturnType<typeof findTools>>>

type Called = { status: number; cookies: Answer['cookies']; text: string }

const CALL = `
  const [url, options] = process.argv.slice(1)
  fetch('http://127.0.0.1:3000' + url, JSON.parse(options)).then(async (answer) => {
    const pairs = answer.headers.getSetCookie().map((one) => one.split(';')[0].split('='))
    const cookies = pairs.map(([name, ...value]) => ({ name, value: value.join('=') }))
    console.log(JSON.stringify({ status: answer.status, cookies, text: await answer.text() }))
  })`

export async function aDebian({ debootstrap }: Tools, root: string): Promise<string> {
  await run(debootstrap, ['--variant=minbase', 'bookworm', root], { maxBuffer: 2 ** 28 })
  return root
}

/** A network of its own, of nothing but loopback: its ports are free, and nobody outside sees them. */
export async function aNetwork({ unshare }: Tools, atEnd: AtEnd) {
  const words = ['-n', 'sh', '-c', 'ip link set lo up && echo up && exec sleep infinity']
  const holder = spawn(unshare, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(async () => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  const inside = ['nsenter', `--net=/proc/${holder.pid}/ns/net`]
  return {
    inside,
    /** The shop of the image, called by a program in that network. */
    async inject({ method = 'GET', url, headers = {}, payload }: Asking): Promise<Answer> {
      const sent = payload ? { body: JSON.stringify(payload) } : {}
      const type = payload ? { 'content-type': 'application/json' } : {}
      const options = JSON.stringify({ method, headers: { ...type, ...headers }, ...sent })
      const words = [...inside, process.execPath, '-e', CALL, url, options]
      const said = await run('env', words, { env: AS_ROOT, maxBuffer: 2 ** 28 })
      const { status, cookies, text }: Called = JSON.parse(said.stdout)
      return { statusCode: status, cookies, json: () => JSON.parse(text) }
    },
  }
}
export type Network = Awaited<ReturnType<typeof aNetwork>>

/** Images in `work`; no registry of images is asked. */
export function aStore({ buildah }: Tools, work: string) {
  const own = ['--storage-driver', 'vfs', '--root', join(work, 'store'), '--runroot']
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
  const words = (...more: string[]) => [buildah, ...own, join(work, 'run'), ...more]
  const ask = async (...more: string[]) => {
    const [program = '', ...rest] = words(...more)
    return (await run(program, rest, { maxBuffer: 2 ** 28, env })).stdout.trim()
  }
  return { ask, words, env, work }
}
export type Store = ReturnType<typeof aStore>

/** As in Debian's own images: what apt keeps for the next time is no part of a layer. */
const DOCKER_CLEAN = `
DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };
APT::Update::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
`

/** What the Dockerfile begins with: a Debian, and on it the Node and the npm of this project. */
export async function makeBases({ ask, work }: Store, debian: string): Promise<void> {
  for (const path of ['var/lib/apt/lists', 'var/cache/apt', 'usr/share/doc', 'usr/share/locale'])
    await rm(join(debian, path), { recursive: true, force: true })
  await writeFile(join(debian, 'etc/apt/apt.conf.d/docker-clean'), DOCKER_CLEAN)
  const base = await ask('from', 'scratch')
  await ask('add', '-q', base, debian, '/')
  await ask('config', '--env', `PATH=${AS_ROOT.PATH}`, '--arch', 'amd64', base)
  await ask('commit', '-q', base, 'docker.io/library/debian:bookworm-slim')
  const node = join(work, 'node')
  const npm = join(node, 'usr/local/lib/npm')
  await mkdir(npm, { recursive: true })
  const { packageManager } = readJson<{ packageManager: string }>('package.json')
  const { stdout } = await run('npm', ['pack', '--silent', packageManager], { cwd: work })
  await run('tar', ['-xzf', join(work, stdout.trim()), '-C', npm, '--strip-components=1'])
  await mkdir(join(node, 'usr/local/bin'), { recursive: true })
  await cp(process.execPath, join(node, 'usr/local/bin/node'))
  await symlink('../lib/npm/bin/npm-cli.js', join(node, 'usr/local/bin/npm'))
  for (const one of await howToReachTheRegistry(node)) await ask('config', '--env', one, base)
  await ask('add', '-q', base, node, '/')
  await ask('commit', '-q', base, 'docker.io/library/node:26-slim')
  await ask('rm', base)
}

/** As this machine does: its settings of npm, and whom it trusts. Only the build's stage has them. */
async function howToReachTheRegistry(node: string): Promise<string[]> {
  const { stdout: settings } = await run('npm', ['config', 'get', 'userconfig'])
  await mkdir(join(node, 'root'), { recursive: true })
  await cp(settings.trim(), join(node, 'root/.npmrc')).catch(() => {})
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry'])
  const { NODE_EXTRA_CA_CERTS: trusted } = process.env
  if (!trusted) return [`npm_config_registry=${registry.trim()}`]
  await mkdir(join(node, 'etc'), { recursive: true })
  await writeFile(join(node, 'etc/trusted.pem'), await readFile(trusted))
  return [`npm_config_registry=${registry.trim()}`, 'NODE_EXTRA_CA_CERTS=/etc/trusted.pem']
}

/**
 * A container of an image with a folder as its volume, open for visitors in the network. With the
 * volume that the image declares, buildah covers what is mounted there; Docker does not.
 */
export async function aContainer(
  { ask, words, env }: Store,
  net: Network,
  { image, volume }: { image: string; volume: string },
) {
  const { Cmd, Healthcheck, Volumes } = await configOf(ask, image)
  const [place = ''] = Object.keys(Volumes)
  const container = await ask('from', '--pull-never', image)
  await ask('config', '--volume', `${place}-`, container)
  const inside = (command: readonly string[]): [string, ...string[]] => [
    ...(net.inside as [string]),
    ...words('run', '--volume', `${volume}:${place}`, container, '--', ...command),
  ]
  const [program, ...rest] = inside(Cmd)
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let printed = ''
  child.stdout.on('data', (text: Buffer) => {
    printed += text
  })
  await expect.poll(() => printed, { timeout: 120_000 }).toContain('Farmstand is open')
  const pid = await firstProcess(child.pid ?? 0)
  onTestFinished(() => {
    if (child.exitCode === null) process.kill(pid, 'SIGKILL')
  })
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const type = async (command: readonly string[]) => {
    const [program, ...rest] = inside(command)
    return (await run(program, rest, { env, maxBuffer: 2 ** 28 })).stdout
  }
  return {
    type,
    printed: () => printed,
    /** Real, effective, saved, of files. */
    users: (/^Uid:\s+(.*)$/m.exec(status)?.[1] ?? '').split('\t').map(Number),
    /** Whether Docker would call it healthy. */
    isHealthy: () =>
      type(Healthcheck.Test.slice(1)).then(
        () => true,
        () => false,
      ),
    /** As `docker stop`, which kills after ten seconds; returns how it ended. */
    async stop(): Promise<number | null> {
      process.kill(pid, 'SIGTERM')
      const late = setTimeout(() => process.kill(pid, 'SIGKILL'), 10_000)
      const [code] = await ended
      clearTimeout(late)
      return code
    },
  }
}

type ImageConfig = {
  Cmd: string[]
  Healthcheck: { Test: string[] }
  Volumes: Record<string, object>
}

async function configOf(ask: Store['ask'], image: string): Promise<ImageConfig> {
  return JSON.parse(await ask('inspect', '--type', 'image', image)).Docker.config
}

/** The container's first process: the first below this one that is not buildah itself. */
async function firstProcess(pid: number): Promise<number> {
  const [child] = await childrenOf(pid)
  if (child === undefined) throw new Error('The container has no process.')
  const [program = ''] = (await readText(`/proc/${child}/cmdline`)).split('\0')
  return basename(program).startsWith('buildah') ? firstProcess(child) : child
}

/** The most memory that this process's children take together, in bytes, until the work is done. */
export async function mostMemory(work: Promise<unknown>): Promise<number> {
  let [most, isDone] = [0, false]
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    most = Math.max(most, await memoryBelow(process.pid))
    await Promise.race([done, new Promise((wake) => setTimeout(wake, 500))])
  }
  return most
}

async function memoryBelow(pid: number): Promise<number> {
  const all = (await childrenOf(pid)).map(async (child) => {
    const [, kilobytes = 0] =
      /^Pss:\s+(\d+)/m.exec(await readText(`/proc/${child}/smaps_rollup`)) ?? []
    return Number(kilobytes) * 1024 + (await memoryBelow(child))
  })
  return (await Promise.all(all)).reduce((sum, one) => sum + one, 0)
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readText(`/proc/${pid}/task/${thread}/children`)),
  )
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number))
}

/** Empty once the process is gone. */
function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

export async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder)
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size))
  return sizes.reduce((sum, one) => sum + one, 0)
}
