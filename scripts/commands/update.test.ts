import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OwnerError } from '#server/config/config.ts'
import { isNewer } from '#server/outside/release-feed.ts'
import { updateFrom } from './update.ts'

const FILES = { farmstand: '#!/bin/sh\n', 'deploy/farmstand.service': '[Service]\n# two\n' }

/** An archive as `npm run release` makes it, with these files. */
async function anArchive(folder: string, version: string): Promise<Buffer> {
  const tar = pack()
  const file = join(folder, 'archive')
  const done = pipeline(tar, createGzip(), createWriteStream(file))
  for (const [name, text] of Object.entries({ ...FILES, 'deploy/farmstand.socket': '' }))
    tar.entry({ name: `farmstand-${version}/${name}`, mtime: new Date(1e12), mode: 0o755 }, text)
  tar.finalize()
  await done
  return readFile(file)
}

/** In the place of a file: a line that breaks in the middle of it. */
const GOES_AWAY = '(breaks)'

/** A server with release 0.1.0 that sells, and a place where 0.2.0 is published. */
async function aServer({
  change = (bytes: Buffer) => bytes,
  version = '0.2.0',
  /** Of how many bytes the archive says it is. */
  says = (bytes: number) => bytes,
} = {}) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'farmstand-update-')))
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const archive = await anArchive(root, version)
  await rm(join(root, 'archive'))
  const sha256 = createHash('sha256').update(archive).digest('hex')
  const file = { name: 'a.tar.gz', sha256, bytes: says(archive.length) }
  const told = { version, isSecurity: false, news: '- Faster.', files: { x64: file, arm64: file } }
  const feed = JSON.stringify(told)
  const published: Record<string, string | Buffer> = {
    '/farmstand.json': feed,
    '/farmstand.json.sig': sign(null, Buffer.from(feed), privateKey).toString('base64'),
    '/a.tar.gz': change(archive),
  }
  const server = createServer(({ url = '' }, answer) => {
    const told = published[url]
    if (told === undefined) answer.statusCode = 404
    if (told !== GOES_AWAY) return void answer.end(told)
    answer.writeHead(200, { 'content-length': 1000 }).write('half', () => answer.destroy())
  }).listen(0)
  await once(server, 'listening')
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => {
    printed.mockRestore()
    server.close()
    return rm(root, { recursive: true, force: true })
  })
  const opt = join(root, 'opt/farmstand')
  for (const path of ['opt/farmstand/farmstand-0.1.0/deploy', 'run/systemd/system'])
    mkdirSync(join(root, path), { recursive: true })
  for (const path of ['etc/systemd/system', 'var/lib/farmstand/data'])
    mkdirSync(join(root, path), { recursive: true })
  writeFileSync(join(opt, 'farmstand-0.1.0/farmstand'), '')
  for (const unit of ['farmstand.service', 'farmstand.socket'])
    for (const folder of ['opt/farmstand/farmstand-0.1.0/deploy', 'etc/systemd/system'])
      writeFileSync(join(root, folder, unit), '[Service]\n# one\n')
  symlinkSync('farmstand-0.1.0', join(opt, 'current'))
  const requests: string[] = []
  const broken = new Set<string>()
  const current = () => readlinkSync(join(opt, 'current'))
  let [restarts, looks] = [0, 0]
  const machine = {
    root,
    run: (program: string, ...words: string[]) => {
      if (words[0] === 'show') return String(restarts)
      requests.push([program.replace(root, ''), ...words].join(' '))
      if (words[0] === 'restart') looks = 0
      return ''
    },
    // The second look finds a good release.
    whyNotReady: async () => {
      if (broken.has(current())) restarts++
      return broken.has(current()) || looks++ === 0 ? 'the disk is full' : null
    },
  }
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/farmstand.json`
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const source = { feed: address, key, version: '0.1.0' }
  return {
    ...{ root, opt, requests, broken, current, published, source, machine },
    update: (more: Partial<typeof source> = {}, to: string | null = null) =>
      updateFrom({ ...source, ...more }, to, machine),
    names: async () => (await readdir(opt)).sort(),
    unit: () => readFile(join(root, 'etc/systemd/system/farmstand.service'), 'utf8'),
  }
}

test('an update backs up, puts the release beside the old one, switches, and keeps two', async () => {
  const server = await aServer()
  mkdirSync(join(server.opt, 'farmstand-0.0.9'))
  await server.update()
  expect(server.current()).toBe('farmstand-0.2.0')
  expect(await server.names()).toEqual(['current', 'farmstand-0.1.0', 'farmstand-0.2.0'])
  expect(await server.unit()).toContain('# two')
  expect(server.requests).toEqual([
    '/opt/farmstand/current/farmstand --settings /etc/farmstand.env backup',
    'systemctl daemon-reload',
    'systemctl restart farmstand.service',
  ])
})

test('typed under a strict mask, what it unpacks is the shop’s user’s to read', async () => {
  const server = await aServer()
  const before = process.umask(0o077)
  onTestFinished(() => void process.umask(before))
  await server.update()
  const modeOf = (path: string) => statSync(join(server.opt, path)).mode & 0o777
  expect(['', '/deploy', '/farmstand'].map((path) => modeOf(`farmstand-0.2.0${path}`))).toEqual([
    ...[0o755, 0o755, 0o755],
  ])
})

test('a release that does not sell gives way to the one before, with its unit', async () => {
  const server = await aServer()
  server.broken.add('farmstand-0.2.0')
  await expect(server.update()).rejects.toThrow(
    'farmstand-0.2.0 did not sell (it ends at once; see journalctl -u farmstand), so farmstand-0.1.0 is back and sells.',
  )
  expect(server.requests.filter((one) => one.endsWith('restart farmstand.service'))).toHaveLength(2)
  expect(server.current()).toBe('farmstand-0.1.0')
  expect(await server.unit()).toContain('# one')
  expect(existsSync(join(server.opt, '.updating'))).toBe(false)
})

test.each([
  [
    'cut',
    { change: (bytes: Buffer) => bytes.subarray(0, bytes.length - 9) },
    'not what the releaser signed',
  ],
  [
    'altered',
    { change: (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('!')]) },
    'not what the releaser signed',
  ],
])('a download that was %s is refused and leaves nothing', async (_, how, error) => {
  const server = await aServer(how)
  await expect(server.update()).rejects.toThrow(error)
  expect([server.current(), await server.names()]).toEqual([
    'farmstand-0.1.0',
    ['current', 'farmstand-0.1.0'],
  ])
  expect(server.requests).toEqual([])
})

test('a line that breaks in the middle, an archive that is not there and a full disk are said, and leave nothing', async () => {
  const server = await aServer()
  for (const [told, error] of [
    [GOES_AWAY, 'The download was cut off. Nothing was changed; run it again.'],
    [undefined, 'a.tar.gz: status 404.'],
  ] as const) {
    if (told) server.published['/a.tar.gz'] = told
    else delete server.published['/a.tar.gz']
    await expect(server.update()).rejects.toThrow(new OwnerError(error))
    expect(await server.names()).toEqual(['current', 'farmstand-0.1.0'])
  }
  const large = await aServer({ says: () => 1e15 })
  await expect(large.update()).rejects.toThrow('The disk has too little room')
  expect(await large.names()).toEqual(['current', 'farmstand-0.1.0'])
})

test('a feed that somebody else signed, that nobody signed, or no key to trust: nothing is fetched', async () => {
  const server = await aServer()
  const other = generateKeyPairSync('ed25519').publicKey
  const key = other.export({ type: 'spki', format: 'pem' }).toString()
  await expect(server.update({ key })).rejects.toThrow('is not signed by the releaser')
  await expect(server.update({ key: null as never })).rejects.toThrow('trusts no update')
  server.published['/farmstand.json.sig'] = ''
  await expect(server.update()).rejects.toThrow('is not signed by the releaser')
  await expect(server.update({ feed: null as never })).rejects.toThrow('Nobody publishes releases')
  expect(await server.names()).toEqual(['current', 'farmstand-0.1.0'])
})

test('an older or the same release is no update, and of two at once the second is refused', async () => {
  const server = await aServer({ version: '0.1.0' })
  await server.update()
  expect(server.requests).toEqual([])
  writeFileSync(join(server.opt, '.updating'), String(process.ppid))
  await expect(server.update()).rejects.toThrow('Another update is running')
  expect(isNewer('0.10.0', '0.9.9')).toBe(true)
  for (const [one, other] of [
    ['0.9.9', '0.10.0'],
    ['1.0.0', '1.0.0'],
    ['0.9.9', '1.0.0'],
  ] as const)
    expect(isNewer(one, other)).toBe(false)
})

// A full disk leaves the file of the lock empty.
test.each(['999999999', ''])(
  'what was ended in the middle holds up nobody: the next update ends as if it had not been (%j)',
  async (pid) => {
    const server = await aServer()
    writeFileSync(join(server.opt, '.updating'), pid)
    mkdirSync(join(server.opt, '.farmstand-0.2.0.part/farmstand-0.2.0'), { recursive: true })
    writeFileSync(join(server.opt, '.download'), 'half')
    await server.update()
    expect(await server.names()).toEqual(['current', 'farmstand-0.1.0', 'farmstand-0.2.0'])
  },
)
